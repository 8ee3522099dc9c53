import { ComparePage } from '#components/mental-models/compare-page';
import { titled } from '#components/shell/titled';
import { mentalModel as t } from '#components/strings/mental-model';

export const generateMetadata = titled(() => t.compareTitle);

export default async function Page({ params }: { params: Promise<{ model: string }> }) {
  return <ComparePage id={decodeURIComponent((await params).model)} />;
}
