import type { Metadata } from 'next';
import { GraphPage } from '#components/graph/graph-page';
import { graph as t } from '#components/strings/graph';

export const metadata: Metadata = { title: t.title };

export default function Page() {
  return <GraphPage />;
}
