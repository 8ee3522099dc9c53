import type { Metadata } from 'next';
import { ComparePage } from '#components/mental-models/compare-page';
import { mentalModel as t } from '#components/strings/mental-model';

export const metadata: Metadata = { title: t.compareTitle };

export default async function Page({ params }: { params: Promise<{ model: string }> }) {
  return <ComparePage id={decodeURIComponent((await params).model)} />;
}
