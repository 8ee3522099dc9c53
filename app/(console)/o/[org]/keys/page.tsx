import { KeysPage } from '#components/keys/keys-page';
import { titled } from '#components/shell/titled';
import { keys as t } from '#components/strings/keys';

export const generateMetadata = titled(() => t.title);

export default function Page() {
  return <KeysPage />;
}
