import { KnowledgePage } from '#components/knowledge/knowledge-page';
import { titled } from '#components/shell/titled';
import { knowledge as t } from '#components/strings/knowledge';

export const generateMetadata = titled(() => t.title);

export default function Page() {
  return <KnowledgePage />;
}
