import type { Metadata } from 'next';
import { DryRunPage } from '#components/mental-models/dry-run-page';
import { mentalModel as t } from '#components/strings/mental-model';

export const metadata: Metadata = { title: t.dry.title };

export default async function Page({ params }: { params: Promise<{ model: string }> }) {
  return <DryRunPage id={decodeURIComponent((await params).model)} />;
}
