import { titled } from '#components/shell/titled';
import { StatsPage } from '#components/stats/stats-page';
import { stats as t } from '#components/strings/stats';

export const generateMetadata = titled(() => t.title);

export default function Page() {
  return <StatsPage />;
}
