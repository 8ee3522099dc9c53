import { type Client, itemOf } from '#bench/client';
import { singleSentences } from '#bench/generate';
import { batchesOf, type Latency, type Throughput, throughput, time, timeEach } from '#bench/measure';
import type { Options } from '#bench/options';
import { type BankPlan, type Three, TURNS_PER_SESSION, WARM_UP } from '#bench/plan';

/** One retain request: 25 sessions of 20 sentences. */
const SESSIONS_PER_REQUEST = 25;
export const SENTENCES_PER_REQUEST = TURNS_PER_SESSION * SESSIONS_PER_REQUEST;
const SINGLE_RETAINS = 100;
export const CLIENTS = 8;

export interface Served {
  /** memories in each bank after it was filled */
  readonly units: Three<number>;
  readonly recall: Three<Latency>;
  /** recalls from the small bank before the large one was there */
  readonly smallAlone: Latency;
  readonly route: Latency;
  readonly parallel: Throughput;
  /** memories per second into the middle bank, from empty */
  readonly fillPerSecond: number;
  readonly single: Latency;
}

/**
 * What a client sees. The middle bank comes first, from empty and alone; then the small one, which is asked before and after the
 * large one is there.
 */
export async function measureServed(
  client: Client,
  { small, middle, large }: Three<BankPlan>,
  options: Options,
  progress: (line: string) => void,
): Promise<Served> {
  const recalls = (bank: BankPlan): Promise<Latency> => timeEach(bank.questions, WARM_UP, (question) => client.recall(bank.name, question));

  progress(`filling ${middle.name}`);
  const filled = await fillBank(client, middle);
  progress(`recalls and single retains in ${middle.name}`);
  // Eight clients first: whatever a young process still compiles is compiled then, and not while one patient client is timed.
  const parallel = await throughput(middle.questions, { clients: CLIENTS, seconds: options.seconds }, (question) =>
    client.recall(middle.name, question),
  );
  const middleRecall = await recalls(middle);
  const route = await timeEach(middle.questions, WARM_UP, () => client.get('/version'));
  const single = await timeEach(singleSentences(99, WARM_UP + SINGLE_RETAINS), WARM_UP, (content) =>
    client.retain(middle.name, [{ content }]),
  );
  progress(`filling ${small.name}`);
  const { units: smallUnits } = await fillBank(client, small);
  const smallAlone = await recalls(small);
  progress(`filling ${large.name}`);
  const { units: largeUnits } = await fillBank(client, large);
  return {
    units: { small: smallUnits, middle: filled.units, large: largeUnits },
    recall: { large: await recalls(large), middle: middleRecall, small: await recalls(small) },
    smallAlone,
    route,
    parallel,
    fillPerSecond: filled.units / (filled.milliseconds / 1000),
    single,
  };
}

async function fillBank(client: Client, bank: BankPlan): Promise<{ units: number; milliseconds: number }> {
  let units = 0;
  const milliseconds = await time(async () => {
    for (const batch of batchesOf(bank.sessions, SESSIONS_PER_REQUEST)) units += await client.retain(bank.name, batch.map(itemOf));
  });
  return { units, milliseconds };
}
