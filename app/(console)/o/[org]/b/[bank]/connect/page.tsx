import { BankConnectPage } from '#components/connect/bank-connect-page';
import { titled } from '#components/shell/titled';
import { connectClient as t } from '#components/strings/connect-client';

export const generateMetadata = titled(() => t.title);

export default function Page() {
  return <BankConnectPage />;
}
