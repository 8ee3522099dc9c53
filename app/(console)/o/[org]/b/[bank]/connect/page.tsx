import type { Metadata } from 'next';
import { BankConnectPage } from '#components/connect/bank-connect-page';
import { connectClient as t } from '#components/strings/connect-client';

export const metadata: Metadata = { title: t.title };

export default function Page() {
  return <BankConnectPage />;
}
