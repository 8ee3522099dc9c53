/**
 * Measures the speed of the product against the limits of its database and its web server. See
 * README.md. Writes Markdown to standard output, and progress to standard error.
 */
import { availableParallelism, cpus, loadavg } from 'node:os';
import { explainRecalls } from '#bench/speed/explain';
import { costsTable, stagesTable } from '#bench/speed/explain-report';
import { CLIENTS, SENTENCES_PER_REQUEST } from '#bench/speed/server-times';
import { type Progress, runSuite, type SuiteResult } from '#bench/speed/suite';
import { type BenchDatabase, type Options, parseOptions, USAGE } from '#bench/support/options';
import { markdownTable, megabytes, ms, p50p95, p50p95p99, seconds, times, whole } from '#bench/support/report';

const DATABASE_NAMES = { embedded: 'embedded (PGlite)', pg: 'PostgreSQL' } as const;

const progress: Progress = (line) => console.error(`… ${line}`);
const load = (): string => loadavg()[0]!.toFixed(1);

const BANKS = ['small', 'middle', 'large'] as const;

const recallTable = ({ served, nearest }: SuiteResult): string =>
  markdownTable(
    [
      'memories in the bank',
      'recall p50 ms',
      'p95',
      'p99',
      'nearest neighbours p50 ms',
      'p95',
      'recall / neighbours',
      'recall / bare route',
      'recall p50 ms, the banks in turn',
    ],
    BANKS.map((bank) => [
      whole(served.units[bank]),
      ...p50p95p99(served.recall[bank]),
      ...p50p95(nearest[bank]),
      times(served.recall[bank].p50, nearest[bank].p50),
      times(served.recall[bank].p50, served.route.p50),
      ms(served.allInTurn[bank].p50),
    ]),
  );

const parallelTable = ({ served: { units, parallel } }: SuiteResult): string =>
  markdownTable(
    ['memories in the bank', `recalls per second, ${CLIENTS} clients`, 'p50 ms', 'p95', 'p99'],
    BANKS.map((bank) => [whole(units[bank]), whole(parallel[bank].perSecond), ...p50p95p99(parallel[bank].latency)]),
  );

const growthTable = ({ served: { units, recall, allInTurn, smallAlone } }: SuiteResult): string =>
  markdownTable(
    ['growth', 'memories', 'recall p50'],
    [
      ['largest bank / middle bank, in turn', times(units.large, units.middle), times(allInTurn.large.p50, allInTurn.middle.p50)],
      ['middle bank / smallest bank, in turn', times(units.middle, units.small), times(allInTurn.middle.p50, allInTurn.small.p50)],
      ['smallest bank, with the largest one there / without', '', times(recall.small.p50, smallAlone.p50)],
    ],
  );

const retainTable = ({ served: { units, fillPerSecond, single, route }, bare }: SuiteResult): string =>
  markdownTable(
    ['retain', 'memories per second', 'bare rows per second', 'bare rows / memories', 'p50 ms', 'p95', 'p50 / bare route'],
    [
      [
        `${SENTENCES_PER_REQUEST} sentences per request, from empty to ${whole(units.middle)}`,
        whole(fillPerSecond),
        whole(bare.rowsPerSecond),
        times(bare.rowsPerSecond, fillPerSecond),
        '',
        '',
        '',
      ],
      ['one sentence per request, into that bank', '', '', '', ...p50p95(single), times(single.p50, route.p50)],
    ],
  );

function serverTable({ served: { route }, bare: { storage, inside }, firstBoot, secondBoot, filledBootMs }: SuiteResult): string {
  const memory = (bytes: number | null): string => (bytes === null ? '-' : `${megabytes(bytes)} MB`);
  return markdownTable(
    ['measure', 'value'],
    [
      ['bare route (GET /version), p50', `${ms(route.p50)} ms`],
      ['statements per recall, at most', String(inside.statements)],
      ['recall without HTTP, middle bank, p50', `${ms(inside.recall.p50)} ms`],
      ['of which waiting for the database, p50', `${ms(inside.database.p50)} ms`],
      ['start to ready, first start', `${seconds(firstBoot.readyMs)} s`],
      ['start to ready, second start', `${seconds(secondBoot.readyMs)} s`],
      ['start to ready, all banks filled', `${seconds(filledBootMs)} s`],
      ['resident memory, first start', memory(firstBoot.bytes)],
      ['resident memory, second start', memory(secondBoot.bytes)],
      ['database bytes per memory', whole(storage.total)],
      ['of which its text', whole(storage.text)],
      ['of which its vector', whole(storage.vector)],
      ['of which all else', whole(storage.overhead)],
    ],
  );
}

const storageTable = ({ bare: { storage } }: SuiteResult): string =>
  markdownTable(
    ['table, with its indexes', 'bytes per memory'],
    storage.tables.map(({ name, bytes }) => [name, whole(bytes)]),
  );

const heading = (database: BenchDatabase, version: string): string => `## ${DATABASE_NAMES[database]} ${version}`;

async function suiteSection(database: BenchDatabase, options: Options, progress: Progress): Promise<string> {
  const result = await runSuite(database, options, progress);
  return [
    heading(database, result.bare.version),
    recallTable(result),
    parallelTable(result),
    growthTable(result),
    retainTable(result),
    serverTable(result),
    storageTable(result),
  ].join('\n\n');
}

async function explainSection(database: BenchDatabase, sizes: readonly number[], options: Options, progress: Progress): Promise<string> {
  const { version, banks } = await explainRecalls(database, sizes, options, progress);
  return [heading(database, version), stagesTable(banks), costsTable(banks)].join('\n\n');
}

async function main(options: Options): Promise<void> {
  const [cpu] = cpus();
  console.log(`# Benchmark, ${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC\n`);
  console.log(`Node ${process.versions.node}, ${availableParallelism()} x ${cpu?.model ?? 'unknown'}, load ${load()} at the start.`);
  for (const database of options.databases) {
    const section = options.explain
      ? await explainSection(database, options.explain, options, progress)
      : await suiteSection(database, options, progress);
    console.log(`\n${section}`);
  }
  console.log(`\nLoad ${load()} at the end. On a machine that does other work only the ratios tell something.`);
}

try {
  const options = parseOptions(process.argv.slice(2), process.env);
  if (options.help) console.log(USAGE);
  else await main(options);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
