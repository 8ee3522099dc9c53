import { KeyPage } from '#components/keys/key-page';
import { titled } from '#components/shell/titled';
import { keys as t } from '#components/strings/keys';

export const generateMetadata = titled(() => t.oneTitle);

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  return <KeyPage id={decodeURIComponent((await params).id)} />;
}
