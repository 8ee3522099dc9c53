import type { Metadata } from 'next';
import { ObservationsPage } from '#components/observations/observations-page';
import { observations as t } from '#components/strings/observations';

export const metadata: Metadata = { title: t.title };

export default function Page() {
  return <ObservationsPage />;
}
