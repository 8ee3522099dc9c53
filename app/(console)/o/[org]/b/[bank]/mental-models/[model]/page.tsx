import type { Metadata } from 'next';
import { MentalModelPage } from '#components/mental-models/mental-model-page';
import { mentalModel as t } from '#components/strings/mental-model';

export const metadata: Metadata = { title: t.title };

export default async function Page({ params }: { params: Promise<{ model: string }> }) {
  return <MentalModelPage id={decodeURIComponent((await params).model)} />;
}
