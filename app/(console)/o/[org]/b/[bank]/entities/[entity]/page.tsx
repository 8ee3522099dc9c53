import { EntityPage } from '#components/entities/entity-page';
import { titled } from '#components/shell/titled';
import { entities as t } from '#components/strings/entities';

export const generateMetadata = titled(() => t.one);

export default async function Page({ params }: { params: Promise<{ entity: string }> }) {
  return <EntityPage id={decodeURIComponent((await params).entity)} />;
}
