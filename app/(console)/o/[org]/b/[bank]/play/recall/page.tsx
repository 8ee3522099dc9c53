import type { Metadata } from 'next';
import { RecallPage } from '#components/recall/recall-page';
import { recall as t } from '#components/strings/recall';

export const metadata: Metadata = { title: t.title };

export default function Page() {
  return <RecallPage />;
}
