import { DirectivesPage } from '#components/directives/directives-page';
import { titled } from '#components/shell/titled';
import { directives as t } from '#components/strings/directives';

export const generateMetadata = titled(() => t.title);

export default function Page() {
  return <DirectivesPage />;
}
