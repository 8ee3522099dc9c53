import type { Metadata } from 'next';
import { BankSettingsPage } from '#components/bank-settings/settings-page';
import { bankSettings as t } from '#components/strings/bank-settings';

export const metadata: Metadata = { title: t.title };

export default function Page() {
  return <BankSettingsPage />;
}
