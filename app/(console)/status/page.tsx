import type { Metadata } from 'next';
import { StatusPage } from '#components/status/status-page';
import { status as t } from '#components/strings/status';

export const metadata: Metadata = { title: t.title };

export default function Page() {
  return <StatusPage />;
}
