import { AccountPage } from '#components/account/account-page';
import { titled } from '#components/shell/titled';
import { account as t } from '#components/strings/account';

export const generateMetadata = titled(() => t.title);

export default function Page() {
  return <AccountPage />;
}
