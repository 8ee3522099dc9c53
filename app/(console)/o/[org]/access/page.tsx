import type { Metadata } from 'next';
import { AccessPage } from '#components/access/access-page';
import { access as t } from '#components/strings/access';

export const metadata: Metadata = { title: t.title };

export default function Page() {
  return <AccessPage />;
}
