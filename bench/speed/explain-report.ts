import type { Explained } from '#bench/speed/explain';
import { type Sample, SERVER_STAGES, STAGES, type Stage, WHOLE_STAGES } from '#bench/speed/stages';
import { percentile } from '#bench/support/measure';
import { markdownTable, ms, whole } from '#bench/support/report';

/**
 * Two tables for one store: the time of a recall by stage, and its processor time. Each bank has
 * one or two columns.
 */

const median = (values: readonly number[]): number => percentile(values, 0.5);
const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

const msOf = ({ stages }: Sample, of: readonly Stage[]): number => of.reduce((sum, stage) => sum + (stages.get(stage) ?? 0), 0);

/**
 * The middle half by total time, and one recall at least. Their means add up, unlike medians of
 * stages, and recalls slowed by a busy machine are excluded.
 */
function typical(samples: readonly Sample[]): Sample[] {
  const inOrder = [...samples].sort((a, b) => msOf(a, WHOLE_STAGES) - msOf(b, WHOLE_STAGES));
  return inOrder.slice(Math.floor(inOrder.length / 4), Math.ceil((inOrder.length * 3) / 4));
}

const sumMs = (samples: readonly Sample[], stages: readonly Stage[]): number =>
  mean(typical(samples).map((sample) => msOf(sample, stages)));

/** The mean of the recalls that have the stage; undefined if none has it. */
function stageMs(samples: readonly Sample[], stage: Stage): number | undefined {
  const found = typical(samples).flatMap(({ stages }) => stages.get(stage) ?? []);
  return found.length === 0 ? undefined : mean(found);
}

export function stagesTable(banks: readonly Explained[]): string {
  const withShare = (of: (bank: Explained) => number | undefined): string[] =>
    banks.flatMap((bank) => {
      const value = of(bank);
      return value === undefined ? ['', ''] : [ms(value), `${((100 * value) / sumMs(bank.samples, WHOLE_STAGES)).toFixed(0)} %`];
    });
  const stages = (Object.keys(STAGES) as Stage[]).filter((stage) => banks.some(({ samples }) => stageMs(samples, stage) !== undefined));
  return markdownTable(
    ['milliseconds', ...banks.flatMap(({ units }) => [whole(units), 'share'])],
    [
      ['one recall without HTTP', ...withShare(({ samples }) => sumMs(samples, WHOLE_STAGES))],
      ...stages.map((stage) => [STAGES[stage], ...withShare(({ samples }) => stageMs(samples, stage))]),
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
      row('over HTTP, p50 ms', ({ recall }) => ms(recall.p50)),
      row('processor time of the database, ms', ({ recall }) => seen(recall.cpu?.database)),
      row('processor time of the server, ms', ({ recall }) => seen(recall.cpu?.server)),
      row('– of it beyond the stages above: driver, key, HTTP, framework, garbage', ({ recall, samples }) =>
        seen(recall.cpu?.server && recall.cpu.server - sumMs(samples, SERVER_STAGES)),
      ),
      row('– for the bare route (GET /version) alone', ({ route }) => seen(route.cpu?.server)),
      row('bare route, p50 ms', ({ route }) => ms(route.p50)),
      row('nearest neighbors, the bare query, p50 ms', ({ nearest }) => ms(nearest.p50)),
      middle('planning of statement 1, once for each connection, ms', ({ planningMs }) => planningMs, ms),
      middle('gzip of the reply, if a client requests it, ms', ({ gzipMs }) => gzipMs, ms),
      middle('candidates', ({ candidates }) => candidates, whole),
      middle('results', ({ results }) => results, whole),
      middle('reply, kB', ({ replyBytes }) => replyBytes / 1000, whole),
    ],
  );
}
