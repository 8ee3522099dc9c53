import type { Metadata } from 'next';
import { EntitiesPage } from '#components/entities/entities-page';
import { entities as t } from '#components/strings/entities';

export const metadata: Metadata = { title: t.title };

export default function Page() {
  return <EntitiesPage />;
}
