import type { Explained } from '#bench/explain';
import { percentile } from '#bench/measure';
import { markdownTable, ms, whole } from '#bench/report';
import { isPart, type Sample, STAGES, type Stage } from '#bench/stages';

/** Two tables of one store: where the milliseconds of a recall go, and what it costs the processor. A column, or two, for each bank. */

const median = (values: readonly number[]): number => percentile(values, 0.5);

/** Of the recalls that have the stage; undefined where none has. */
function stageMs(samples: readonly Sample[], stage: Stage): number | undefined {
  const found = samples.flatMap(({ stages }) => stages.get(stage) ?? []);
  return found.length === 0 ? undefined : median(found);
}

export function stagesTable(banks: readonly Explained[]): string {
  const stages = Object.keys(STAGES) as Stage[];
  const present = stages.filter((stage) => banks.some(({ samples }) => stageMs(samples, stage) !== undefined));
  const withShare = (of: (bank: Explained) => number | undefined): string[] =>
    banks.flatMap((bank) => {
      const value = of(bank);
      return value === undefined ? ['', ''] : [ms(value), `${((100 * value) / bank.recall.p50).toFixed(0)} %`];
    });
  const known = ({ samples }: Explained): number =>
    stages.filter((stage) => !isPart(stage)).reduce((sum, stage) => sum + (stageMs(samples, stage) ?? 0), 0);
  return markdownTable(
    ['milliseconds', ...banks.flatMap(({ units }) => [whole(units), 'share'])],
    [
      ['recall over HTTP, p50', ...withShare(({ recall }) => recall.p50)],
      ...present.map((stage) => [STAGES[stage], ...withShare(({ samples }) => stageMs(samples, stage))]),
      ['all else: HTTP, framework, key, client', ...withShare((bank) => bank.recall.p50 - known(bank))],
    ],
  );
}

export function costsTable(banks: readonly Explained[]): string {
  const row = (name: string, of: (bank: Explained) => string): string[] => [name, ...banks.map(of)];
  const middle = (name: string, of: (sample: Sample) => number, write: (value: number) => string): string[] =>
    row(name, ({ samples }) => write(median(samples.map(of))));
  const seen = (value: number | undefined): string => (value ? ms(value) : '-');
  return markdownTable(
    ['of one recall', ...banks.map(({ units }) => whole(units))],
    [
      row('processor time of the database, ms', ({ recall }) => seen(recall.cpu?.database)),
      row('processor time of the server, ms', ({ recall }) => seen(recall.cpu?.server)),
      row('the same for the bare route (GET /version), ms', ({ route }) => seen(route.cpu?.server)),
      row('bare route, p50 ms', ({ route }) => ms(route.p50)),
      row('nearest neighbours, the bare query, p50 ms', ({ nearest }) => ms(nearest.p50)),
      middle('planning of statement 1, once for each connection, ms', ({ planningMs }) => planningMs, ms),
      middle('gzip of the reply, where a client asks for it, ms', ({ gzipMs }) => gzipMs, ms),
      middle('candidates', ({ candidates }) => candidates, whole),
      middle('results', ({ results }) => results, whole),
      middle('reply, kB', ({ replyBytes }) => replyBytes / 1000, whole),
    ],
  );
}
