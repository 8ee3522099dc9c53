import { BankSettingsPage } from '#components/bank-settings/settings-page';
import { titled } from '#components/shell/titled';
import { bankSettings as t } from '#components/strings/bank-settings';

export const generateMetadata = titled(() => t.title);

export default function Page() {
  return <BankSettingsPage />;
}
