import { titled } from '#components/shell/titled';
import { usage as t } from '#components/strings/usage';
import { UsagePage } from '#components/usage/usage-page';

export const generateMetadata = titled(() => t.title);

export default function Page() {
  return <UsagePage />;
}
