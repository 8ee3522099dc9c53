import { number } from '#components/strings/counted';
import { ui } from '#components/strings/ui';
import type { FactType } from '#lib/base/literals';
import type { SeriesUnit } from '#lib/memory/stats/literals';

const memories = (n: number): string => `${number(n)} ${n === 1 ? 'memory' : 'memories'}`;

const notOver = 'not over yet';

/** Words of pictures of numbers. */
export const charts = {
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
  /** of the bucket that is not over */
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
  cursor: 'Bars, one at a time. Arrow keys move, Enter opens the memories.',
  notOver,
  tapAgain: 'Tap again to see them',
  noBucket: 'None chosen yet',
  bucket: (name: string, counts: Readonly<Record<FactType, number>>, sum: number, isOpen: boolean): string =>
    `${name}${isOpen ? `, ${notOver}` : ''}: ${memories(sum)}; ${ui.factCount.world(counts.world)}, ${ui.factCount.experience(
      counts.experience,
    )}, ${ui.factCount.observation(counts.observation)}`,
} as const;
