import type { Metadata } from 'next';
import { StatsPage } from '#components/stats/stats-page';
import { stats as t } from '#components/strings/stats';

export const metadata: Metadata = { title: t.title };

export default function Page() {
  return <StatsPage />;
}
