import type { Metadata } from 'next';
import { KeysPage } from '#components/keys/keys-page';
import { keys as t } from '#components/strings/keys';

export const metadata: Metadata = { title: t.title };

export default function Page() {
  return <KeysPage />;
}
