import { performance } from 'node:perf_hooks';

export interface Latency {
  /** milliseconds */
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly samples: number;
}

/** Linear between the two nearest ranks. NaN without samples. */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = [...samples].sort((a, b) => a - b);
  const rank = (sorted.length - 1) * share;
  const below = sorted[Math.floor(rank)] ?? Number.NaN;
  const above = sorted[Math.ceil(rank)] ?? Number.NaN;
  return below + (above - below) * (rank - Math.floor(rank));
}

export const latency = (samples: readonly number[]): Latency => ({
  p50: percentile(samples, 0.5),
  p95: percentile(samples, 0.95),
  p99: percentile(samples, 0.99),
  samples: samples.length,
});

/** Returns the time of `work`, in milliseconds. */
export async function time(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/**
 * Runs `work` on one input after the other, like a single sequential client. The first `warmUp`
 * inputs are run and not measured.
 */
export async function timeEach<T>(inputs: readonly T[], warmUp: number, work: (input: T) => Promise<unknown>): Promise<Latency> {
  const samples: number[] = [];
  for (const input of inputs) samples.push(await time(() => work(input)));
  return latency(samples.slice(warmUp));
}

/** Returns one value after the other, and starts again at the end. */
export function inTurn<T>(values: readonly T[]): () => T {
  let next = 0;
  return () => values[next++ % values.length]!;
}

/**
 * Alternates between several kinds of work, round after round, so that a temporary slowdown of the
 * machine affects each of them.
 */
export async function timeInTurn<K extends string>(
  works: Readonly<Record<K, () => Promise<unknown>>>,
  { rounds, warmUp }: { rounds: number; warmUp: number },
): Promise<Record<K, Latency>> {
  const names = Object.keys(works) as K[];
  const samples = Object.fromEntries(names.map((name): [K, number[]] => [name, []])) as Record<K, number[]>;
  for (let round = 0; round < warmUp + rounds; round++) for (const name of names) samples[name].push(await time(works[name]));
  return Object.fromEntries(names.map((name) => [name, latency(samples[name].slice(warmUp))])) as Record<K, Latency>;
}

export interface Throughput {
  readonly perSecond: number;
  readonly latency: Latency;
}

/**
 * Runs `clients` loops in parallel; each sends its next question as soon as the last one is
 * answered. The first `warmUpSeconds` are not measured.
 */
export async function throughput<T>(
  inputs: readonly T[],
  { clients, seconds, warmUpSeconds }: { clients: number; seconds: number; warmUpSeconds: number },
  work: (input: T) => Promise<unknown>,
): Promise<Throughput> {
  let next = 0;
  const loops = async (duration: number): Promise<number[]> => {
    const samples: number[] = [];
    const end = performance.now() + duration * 1000;
    const loop = async (): Promise<void> => {
      while (performance.now() < end) samples.push(await time(() => work(inputs[next++ % inputs.length]!)));
    };
    await Promise.all(Array.from({ length: clients }, loop));
    return samples;
  };
  await loops(warmUpSeconds);
  const started = performance.now();
  const samples = await loops(seconds);
  return { perSecond: samples.length / ((performance.now() - started) / 1000), latency: latency(samples) };
}

export const batchesOf = <T>(values: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(values.length / size) }, (_, index) => values.slice(index * size, (index + 1) * size));
