import type { Metadata } from 'next';
import { AccountPage } from '#components/account/account-page';
import { account as t } from '#components/strings/account';

export const metadata: Metadata = { title: t.title };

export default function Page() {
  return <AccountPage />;
}
