import { charts } from '#components/strings/charts';
import { number } from '#components/strings/counted';
import { translated } from '#components/strings/translated';
import type { TimeField } from '#lib/base/literals';
import type { SeriesUnit } from '#lib/memory/stats/literals';

const timeFields = { created_at: 'stored', mentioned_at: 'mentioned', occurred_start: 'occurred' } satisfies Record<TimeField, string>;

const periodsInText = {
  '1h': 'the last hour',
  '12h': 'the last 12 hours',
  '1d': 'the last 24 hours',
  '7d': 'the last 7 days',
  '30d': 'the last 30 days',
  '90d': 'the last 90 days',
  all: 'all time',
  custom: 'these dates',
};
type Period = keyof typeof periodsInText;

/** Texts of a bank’s statistics. */
export const stats = translated('stats', {
  title: 'Statistics',
  purpose: 'Content of the bank, its growth, and the progress of background work. All times are in UTC.',
  countedAt: 'counted {time}',
  neverCounted: 'not counted yet',
  recompute: 'Recompute',
  recomputing: 'Counting',
  recomputed: 'Recomputed',
  recomputeFailed: 'Could not recompute the statistics',
  failed: 'Could not load the statistics',
  seriesFailed: 'Could not load the time series',
  growth: 'Memories over time',
  filters: 'Chart filters',
  period: 'Period',
  periodsInText,
  periods: { '1h': '1 h', '12h': '12 h', '1d': '1 d', '7d': '7 d', '30d': '30 d', '90d': '90 d', all: 'All', custom: 'Dates' },
  dates: 'Dates',
  datesPurpose: 'Days in UTC, including the last one. Leave it empty to end now.',
  datesFrom: 'From',
  datesTo: 'To',
  datesWrong: 'The end must not be before the start.',
  datesUse: 'Show',
  timeField: 'Time',
  timeFields,
  timeFieldMeanings: {
    created_at: 'When the bank stored the memory.',
    mentioned_at: 'When it was mentioned; if unknown, when it was stored.',
    occurred_start: 'When it occurred; if unknown, when it was stored.',
  } satisfies Record<TimeField, string>,
  view: 'View',
  views: { chart: 'Chart', table: 'Table' },
  more: 'Export the time series',
  csv: 'Download CSV',
  png: 'Download PNG',
  curl: 'Copy as curl',
  curlCopied: 'curl command copied',
  pngFailed: 'Could not create the picture',
  pngNeedsChart: 'Only the chart can be downloaded as a picture. Switch to the chart first',
  /** The period that contains the current time, such as "this week". */
  openNote: (unit: SeriesUnit) => `Hatched: ${charts.open[unit]} is incomplete`,
  updatedAt: 'updated {time}',
  none: (period: Period, field: TimeField) => `No memories ${timeFields[field]} in ${periodsInText[period]}`,
  noneWhy: 'Try a longer period or another time field.',
  noneAtAll: 'No memories yet.',
  noneShowAll: 'Show all time',
  summary: (period: Period, sum: number, highest: { name: string; sum: number } | null, lowest: number): string =>
    highest
      ? `Memories in ${periodsInText[period]}: ${number(sum)} in all, the most in ${highest.name} with ${number(highest.sum)}, ${number(lowest)} empty buckets.`
      : `Memories in ${periodsInText[period]}: none.`,
  columns: { bucket: 'From', total: 'Total', kinds: 'By type' },
  notOver: 'incomplete',
  table: 'Memories over time, as a table',
  typesTitle: 'Memories by type',
  typesFoot: (documents: number, entities: number) =>
    `from ${number(documents)} ${documents === 1 ? 'document' : 'documents'}, about ${number(entities)} ${entities === 1 ? 'entity' : 'entities'}`,
  linksTitle: 'Links by type',
  linksFoot: (n: number) => `${number(n)} ${n === 1 ? 'link' : 'links'} in all`,
  links: {
    entity: { name: 'Entity', meaning: 'same entity' },
    temporal: { name: 'Temporal', meaning: 'within one day of each other' },
    semantic: { name: 'Semantic', meaning: 'similar meaning' },
    caused_by: { name: 'Cause', meaning: 'one caused the other' },
    derived_from: { name: 'Evidence', meaning: 'an observation is based on a memory' },
  } as Readonly<Record<string, { name: string; meaning: string } | undefined>>,
  linksNone: 'No links yet. Links connect memories that share entities, time or cause.',
  workTitle: 'Background work',
  work: {
    pending: 'Pending consolidation',
    failed: 'Failed consolidation',
    lastConsolidated: 'Last consolidated',
    expiring: 'Expire within 7 days',
    lastWrite: 'Last write',
    operations: { processing: 'Running operations', pending: 'Waiting operations', failed: 'Failed operations' },
  },
  facts: (n: number) => `${number(n)} ${n === 1 ? 'fact' : 'facts'}`,
  operations: (n: number) => `${number(n)} ${n === 1 ? 'operation' : 'operations'}`,
  legend: 'Fact types',
  fileOf: (bank: string, what: string) => `${bank.replaceAll(/[^\w.-]+/g, '-')}-memories-${what}`,
  pictureTitle: (bank: string, period: Period, field: TimeField) => `${bank}: memories ${timeFields[field]} in ${periodsInText[period]}`,
});
