import type { Metadata } from 'next';
import { OverviewPage } from '#components/overview/overview-page';
import { namedBy, titleOf } from '#components/shell/title';
import { loadTexts } from '#components/strings/load';
import { overview as t } from '#components/strings/overview';

export async function generateMetadata({ params }: { params: Promise<{ bank: string }> }): Promise<Metadata> {
  await loadTexts();
  return { title: { absolute: titleOf(t.title, namedBy((await params).bank)) } };
}

export default function Page() {
  return <OverviewPage />;
}
