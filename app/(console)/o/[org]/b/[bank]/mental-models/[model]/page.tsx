import type { Metadata } from 'next';
import { ModelPage } from '#components/mental-models/model-page';
import { mentalModel as t } from '#components/strings/mental-model';

export const metadata: Metadata = { title: t.title };

export default async function Page({ params }: { params: Promise<{ model: string }> }) {
  return <ModelPage id={decodeURIComponent((await params).model)} />;
}
