import { ObservationsPage } from '#components/observations/observations-page';
import { titled } from '#components/shell/titled';
import { observations as t } from '#components/strings/observations';

export const generateMetadata = titled(() => t.title);

export default function Page() {
  return <ObservationsPage />;
}
