import type { Metadata } from 'next';
import { SettingsPage } from '#components/organizations/settings-page';
import { organization as t } from '#components/strings/organization';

export const metadata: Metadata = { title: t.title };

export default function Page() {
  return <SettingsPage />;
}
