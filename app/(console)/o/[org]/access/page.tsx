import { AccessPage } from '#components/access/access-page';
import { titled } from '#components/shell/titled';
import { access as t } from '#components/strings/access';

export const generateMetadata = titled(() => t.title);

export default function Page() {
  return <AccessPage />;
}
