import type { Metadata } from 'next';
import { MemoriesPage } from '#components/memories/memories-page';
import { memories as t } from '#components/strings/memories';

export const metadata: Metadata = { title: t.title };

export default function Page() {
  return <MemoriesPage />;
}
