import { MemoryPage } from '#components/memories/memory-page';
import { titled } from '#components/shell/titled';
import { memories as t } from '#components/strings/memories';

export const generateMetadata = titled(() => t.one);

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  return <MemoryPage id={(await params).id} />;
}
