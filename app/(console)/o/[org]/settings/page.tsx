import { SettingsPage } from '#components/organizations/settings-page';
import { titled } from '#components/shell/titled';
import { organization as t } from '#components/strings/organization';

export const generateMetadata = titled(() => t.title);

export default function Page() {
  return <SettingsPage />;
}
