import type { Metadata } from 'next';
import { KeyPage } from '#components/keys/key-page';
import { keys as t } from '#components/strings/keys';

export const metadata: Metadata = { title: t.oneTitle };

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  return <KeyPage id={decodeURIComponent((await params).id)} />;
}
