import type { Metadata } from 'next';
import { MemoryPage } from '#components/memories/memory-page';
import { memories as t } from '#components/strings/memories';

export const metadata: Metadata = { title: t.one };

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  return <MemoryPage id={(await params).id} />;
}
