import { type Client, itemOf } from '#bench/support/client';
import { nearestNeighbors } from '#bench/support/database';
import { singleSentences } from '#bench/support/generate';
import { batchesOf, inTurn, type Latency, type Throughput, throughput, time, timeEach, timeInTurn } from '#bench/support/measure';
import type { Options } from '#bench/support/options';
import { type BankPlan, type BySize, TURNS_PER_SESSION, WARM_UP } from '#bench/support/plan';
import type { Db } from '#lib/base/db/db';

/** One retain request: 25 sessions of 20 sentences. */
const SESSIONS_PER_REQUEST = 25;
export const SENTENCES_PER_REQUEST = TURNS_PER_SESSION * SESSIONS_PER_REQUEST;
const SINGLE_RETAINS = 100;
export const CLIENTS = 8;

export interface ServerTimes {
  /** memories in each bank after filling */
  readonly units: BySize<number>;
  readonly recall: BySize<Latency>;
  /**
   * the bare query, alternating with the recalls; null if the server has the database exclusively
   */
  readonly nearest: BySize<Latency> | null;
  /**
   * the same recalls, alternating between all banks; only these compare the banks under equal
   * conditions
   */
  readonly allInTurn: BySize<Latency>;
  /** recalls from the small bank before the large one was filled */
  readonly smallAlone: Latency;
  readonly route: Latency;
  /** eight clients at a time */
  readonly parallel: BySize<Throughput>;
  /** memories per second into the middle bank, from empty */
  readonly fillPerSecond: number;
  readonly single: Latency;
}

/**
 * Measures what a client experiences. The middle bank is filled first and alone. Then follows the
 * small one, which is measured before and after the large one is filled. `db`: the same database
 * without the server, where that is possible.
 */
export async function measureServed(
  client: Client,
  db: Db | null,
  { small, middle, large }: BySize<BankPlan>,
  options: Options,
  progress: (line: string) => void,
): Promise<ServerTimes> {
  progress(`filling ${middle.name}`);
  const filled = await fillBank(client, middle);
  progress(`recalls and single retains in ${middle.name}`);
  const middleAsked = await askAll(client, db, middle, options);
  const route = await timeEach(middle.questions, WARM_UP, () => client.get('/version'));
  const single = await timeEach(singleSentences(99, WARM_UP + SINGLE_RETAINS), WARM_UP, (content) =>
    client.retain(middle.name, [{ content }]),
  );
  progress(`filling ${small.name}`);
  const { units: smallUnits } = await fillBank(client, small);
  await client.settled(middle.name);
  await client.settled(small.name);
  const { recall: smallAlone } = await askInTurn(client, db, small);
  progress(`filling ${large.name}`);
  const { units: largeUnits } = await fillBank(client, large);
  const asked = { large: await askAll(client, db, large, options), middle: middleAsked, small: await askAll(client, db, small, options) };
  const of = <K extends keyof QueryTimes>(what: K): BySize<QueryTimes[K]> => ({
    small: asked.small[what],
    middle: asked.middle[what],
    large: asked.large[what],
  });
  return {
    units: { small: smallUnits, middle: filled.units, large: largeUnits },
    recall: of('recall'),
    nearest: db && (of('nearest') as BySize<Latency>),
    allInTurn: await askAllInTurn(client, { small, middle, large }),
    smallAlone,
    route,
    parallel: of('parallel'),
    fillPerSecond: filled.units / (filled.milliseconds / 1000),
    single,
  };
}

interface QueryTimes {
  readonly parallel: Throughput;
  readonly recall: Latency;
  readonly nearest?: Latency;
}

/**
 * Eight clients run first, for as long again as is measured. A new process compiles its code for
 * some seconds, and serves a third less in that time.
 */
async function askAll(client: Client, db: Db | null, bank: BankPlan, { seconds }: Options): Promise<QueryTimes> {
  await client.settled(bank.name);
  const parallel = await throughput(bank.questions, { clients: CLIENTS, seconds, warmUpSeconds: seconds }, (question) =>
    client.recall(bank.name, question),
  );
  return { parallel, ...(await askInTurn(client, db, bank)) };
}

/** Alternates with the bare query, so that a temporary slowdown of the machine affects both. */
async function askInTurn(client: Client, db: Db | null, bank: BankPlan): Promise<Omit<QueryTimes, 'parallel'>> {
  const next = inTurn(bank.questions);
  const recall = (): Promise<unknown> => client.recall(bank.name, next());
  const shape = { rounds: bank.questions.length - WARM_UP, warmUp: WARM_UP };
  return db ? timeInTurn({ recall, nearest: await nearestNeighbors(db, bank) }, shape) : timeInTurn({ recall }, shape);
}

function askAllInTurn(client: Client, banks: BySize<BankPlan>): Promise<BySize<Latency>> {
  const recallOf = ({ name, questions }: BankPlan): (() => Promise<unknown>) => {
    const next = inTurn(questions);
    return () => client.recall(name, next());
  };
  const { small, middle, large } = banks;
  const recalls = { small: recallOf(small), middle: recallOf(middle), large: recallOf(large) };
  return timeInTurn(recalls, { rounds: middle.questions.length - WARM_UP, warmUp: WARM_UP });
}

async function fillBank(client: Client, bank: BankPlan): Promise<{ units: number; milliseconds: number }> {
  let units = 0;
  const milliseconds = await time(async () => {
    for (const batch of batchesOf(bank.sessions, SESSIONS_PER_REQUEST)) units += await client.retain(bank.name, batch.map(itemOf));
  });
  return { units, milliseconds };
}
