import { DryRunPage } from '#components/mental-models/dry-run-page';
import { titled } from '#components/shell/titled';
import { mentalModel as t } from '#components/strings/mental-model';

export const generateMetadata = titled(() => t.dry.title);

export default async function Page({ params }: { params: Promise<{ model: string }> }) {
  return <DryRunPage id={decodeURIComponent((await params).model)} />;
}
