import { MentalModelPage } from '#components/mental-models/mental-model-page';
import { titled } from '#components/shell/titled';
import { mentalModel as t } from '#components/strings/mental-model';

export const generateMetadata = titled(() => t.title);

export default async function Page({ params }: { params: Promise<{ model: string }> }) {
  return <MentalModelPage id={decodeURIComponent((await params).model)} />;
}
