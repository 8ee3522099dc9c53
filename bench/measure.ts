import { performance } from 'node:perf_hooks';

export interface Latency {
  /** milliseconds */
  readonly p50: number;
  readonly p95: number;
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
  samples: samples.length,
});

/** How long `work` takes, in milliseconds. */
export async function time(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/** One after the other, as a single patient client; the first `warmUp` inputs are run and not counted. */
export async function timeEach<T>(inputs: readonly T[], warmUp: number, work: (input: T) => Promise<unknown>): Promise<Latency> {
  const samples: number[] = [];
  for (const input of inputs) samples.push(await time(() => work(input)));
  return latency(samples.slice(warmUp));
}

export interface Throughput {
  readonly perSecond: number;
  readonly latency: Latency;
}

/** `clients` loops side by side; each asks its next question as soon as the last one is answered. */
export async function throughput<T>(
  inputs: readonly T[],
  { clients, seconds }: { clients: number; seconds: number },
  work: (input: T) => Promise<unknown>,
): Promise<Throughput> {
  const samples: number[] = [];
  const started = performance.now();
  const end = started + seconds * 1000;
  let next = 0;
  const loop = async (): Promise<void> => {
    while (performance.now() < end) samples.push(await time(() => work(inputs[next++ % inputs.length]!)));
  };
  await Promise.all(Array.from({ length: clients }, loop));
  return { perSecond: samples.length / ((performance.now() - started) / 1000), latency: latency(samples) };
}

export const batchesOf = <T>(values: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(values.length / size) }, (_, index) => values.slice(index * size, (index + 1) * size));
