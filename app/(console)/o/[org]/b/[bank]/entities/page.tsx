import { EntitiesPage } from '#components/entities/entities-page';
import { titled } from '#components/shell/titled';
import { entities as t } from '#components/strings/entities';

export const generateMetadata = titled(() => t.title);

export default function Page() {
  return <EntitiesPage />;
}
