import type { Metadata } from 'next';
import { EntityPage } from '#components/entities/entity-page';
import { entities as t } from '#components/strings/entities';

export const metadata: Metadata = { title: t.one };

export default async function Page({ params }: { params: Promise<{ entity: string }> }) {
  return <EntityPage id={decodeURIComponent((await params).entity)} />;
}
