import { number } from '#components/strings/counted';
import { translated } from '#components/strings/translated';
import { ui } from '#components/strings/ui';
import type { FactType } from '#lib/base/literals';
import type { SeriesUnit } from '#lib/memory/stats/literals';

const memories = (n: number): string => `${number(n)} ${n === 1 ? 'memory' : 'memories'}`;

const notOver = 'incomplete';

/** Texts of the charts. */
export const charts = translated('charts', {
  memories,
  units: {
    minute: '1 minute',
    hour: '1 hour',
    day: '1 day',
    week: '1 week',
    month: '1 month',
    year: '1 year',
    decade: '10 years',
    century: '100 years',
  } satisfies Record<SeriesUnit, string>,
  /** Labels of the bucket that contains the current time. */
  open: {
    minute: 'now',
    hour: 'this hour',
    day: 'today',
    week: 'this week',
    month: 'this month',
    year: 'this year',
    decade: 'this decade',
    century: 'this century',
  } satisfies Record<SeriesUnit, string>,
  cursor: 'Bars. Use the arrow keys to move and Enter to open the memories.',
  notOver,
  years: (first: string, last: number) => `${first} to ${last}`,
  tapAgain: 'Tap again to open the memories',
  noBucket: 'No bar selected',
  bucket: (name: string, counts: Readonly<Record<FactType, number>>, sum: number, isOpen: boolean): string =>
    `${name}${isOpen ? `, ${notOver}` : ''}: ${memories(sum)}; ${ui.factCount.world(counts.world)}, ${ui.factCount.experience(
      counts.experience,
    )}, ${ui.factCount.observation(counts.observation)}`,
});
