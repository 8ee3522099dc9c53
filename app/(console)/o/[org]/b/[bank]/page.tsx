import type { Metadata } from 'next';
import { OverviewPage } from '#components/overview/overview-page';
import { namedBy, titleOf } from '#components/shell/title';
import { overview as t } from '#components/strings/overview';

export const generateMetadata = async ({ params }: { params: Promise<{ bank: string }> }): Promise<Metadata> => ({
  title: { absolute: titleOf(t.title, namedBy((await params).bank)) },
});

export default function Page() {
  return <OverviewPage />;
}
