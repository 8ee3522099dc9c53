import { OperationsPage } from '#components/operations/operations-page';
import { titled } from '#components/shell/titled';
import { operations as t } from '#components/strings/operations';

export const generateMetadata = titled(() => t.title);

export default function Page() {
  return <OperationsPage />;
}
