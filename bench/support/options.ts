import { parseArgs } from 'node:util';

export type BenchDatabase = 'embedded' | 'pg';

export interface Options {
  readonly databases: readonly BenchDatabase[];
  /**
   * of a PostgreSQL server, as a user who may create databases; the benchmark creates its own and
   * drops them
   */
  readonly adminUrl: string | null;
  /** memories of the three banks, ascending: single retains are measured in the middle one */
  readonly sizes: readonly [number, number, number];
  /**
   * memories of the banks for which the time of a recall is broken down, and nothing else is
   * measured; null: the suite
   */
  readonly explain: readonly number[] | null;
  /** timed recalls for each bank, after the warm-up */
  readonly recalls: number;
  /** seconds of recalls with eight clients, of each bank */
  readonly seconds: number;
  readonly help: boolean;
}

export const USAGE = `usage: npm run bench -- [options]
  --database embedded|pg|both   what to measure (both when --url is given, else embedded)
  --url URL                     a PostgreSQL server, as a user who may create databases; also BENCH_DATABASE_URL
  --sizes 1000,10000,30000      units of the small, the middle and the large bank
  --explain                     where the time of one recall goes, stage by stage, and nothing else; --sizes may be one or more then
                                (1000,10000,30000,100000)
  --quick                       small banks and few samples: does it run, not how fast is it`;

const DEFAULTS = { sizes: [1000, 10_000, 30_000], explained: [1000, 10_000, 30_000, 100_000], recalls: 200, seconds: 5 } as const;
const QUICK = { sizes: [200, 600, 1200], explained: [200, 1200], recalls: 30, seconds: 1 } as const;

/** Throws an `Error` that names the option. */
export function parseOptions(args: readonly string[], env: Readonly<Record<string, string | undefined>>): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      database: { type: 'string' },
      url: { type: 'string' },
      sizes: { type: 'string' },
      explain: { type: 'boolean', default: false },
      quick: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  const defaults = values.quick ? QUICK : DEFAULTS;
  const adminUrl = values.url ?? env.BENCH_DATABASE_URL ?? null;
  return {
    databases: databasesOf(values.database ?? (adminUrl ? 'both' : 'embedded'), adminUrl),
    adminUrl,
    sizes: values.sizes && !values.explain ? threeSizesOf(values.sizes) : defaults.sizes,
    explain: values.explain ? (values.sizes ? sizesOf(values.sizes) : defaults.explained) : null,
    recalls: defaults.recalls,
    seconds: defaults.seconds,
    help: values.help,
  };
}

/** Throws an `Error` that names the option. */
export function databasesOf(name: string, adminUrl: string | null): BenchDatabase[] {
  if (!['embedded', 'pg', 'both'].includes(name)) throw new Error('--database: embedded, pg or both');
  if (name !== 'embedded' && !adminUrl) throw new Error(`--database ${name} needs the address of a server in --url`);
  return name === 'both' ? ['embedded', 'pg'] : [name as BenchDatabase];
}

function sizesOf(text: string): number[] {
  const sizes = text.split(',').map(Number);
  if (sizes.every((size, i) => size > (sizes[i - 1] ?? 0))) return sizes;
  throw new Error('--sizes: ascending numbers with commas between them');
}

function threeSizesOf(text: string): [number, number, number] {
  const [small, middle, large, ...more] = sizesOf(text);
  if (more.length === 0 && large !== undefined) return [small!, middle!, large];
  throw new Error('--sizes: three ascending numbers with commas between them');
}
