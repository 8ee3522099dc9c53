import { titled } from '#components/shell/titled';
import { StatusPage } from '#components/status/status-page';
import { status as t } from '#components/strings/status';

export const generateMetadata = titled(() => t.title);

export default function Page() {
  return <StatusPage />;
}
