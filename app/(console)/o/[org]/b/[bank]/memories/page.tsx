import { MemoriesPage } from '#components/memories/memories-page';
import { titled } from '#components/shell/titled';
import { memories as t } from '#components/strings/memories';

export const generateMetadata = titled(() => t.title);

export default function Page() {
  return <MemoriesPage />;
}
