import type { Metadata } from 'next';
import { OperationsPage } from '#components/operations/operations-page';
import { operations as t } from '#components/strings/operations';

export const metadata: Metadata = { title: t.title };

export default function Page() {
  return <OperationsPage />;
}
