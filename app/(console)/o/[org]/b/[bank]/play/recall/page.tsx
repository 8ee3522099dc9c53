import { RecallPage } from '#components/recall/recall-page';
import { titled } from '#components/shell/titled';
import { recall as t } from '#components/strings/recall';

export const generateMetadata = titled(() => t.title);

export default function Page() {
  return <RecallPage />;
}
