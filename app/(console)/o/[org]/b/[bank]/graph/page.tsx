import { GraphPage } from '#components/graph/graph-page';
import { titled } from '#components/shell/titled';
import { graph as t } from '#components/strings/graph';

export const generateMetadata = titled(() => t.title);

export default function Page() {
  return <GraphPage />;
}
