/**
 * Computes what a number of memories needs: storage, memory of the bank cache, processors and
 * machines. It only calculates: every figure comes from a measurement or is an assumption, and
 * nothing is random.
 */

/** Processor time in milliseconds: of the server's processes and of the database. */
export interface CpuCost {
  readonly server: number;
  readonly database: number;
}

/** A cost that grows with the size of the bank: in milliseconds, or in bytes. */
export interface LinearCost {
  readonly fixed: number;
  readonly perMemory: number;
}

/** What `npm run bench capacity` measures on one machine. */
export interface CapacityFigures {
  /** bytes of all tables and indexes: of a bank, and of each of its memories */
  readonly storage: LinearCost;
  /** bytes in the cache of a process; a bank of more than `largeFrom` memories stores less each */
  readonly cache: { readonly small: LinearCost; readonly large: LinearCost; readonly largeFrom: number };
  /** of each retained memory, in requests of `itemsPerRetain` sentences */
  readonly retain: CpuCost;
  readonly consolidation: CpuCost;
  /** of a recall from the cache, milliseconds of the server and of the database */
  readonly cachedRecall: { readonly server: LinearCost; readonly database: LinearCost };
  /** of a recall that the database searches */
  readonly databaseRecall: { readonly server: LinearCost; readonly database: LinearCost };
  /** of each memory that a process reads into its cache */
  readonly reading: CpuCost;
}

/** How the banks are used, and on which machines they are. */
export interface CapacityAssumptions {
  /** the share of the bank of rank r is in proportion to r to the power of minus this */
  readonly zipfExponent: number;
  /** share of the banks that are used at all; the others only take storage */
  readonly activeShare: number;
  /** for each memory of a used bank */
  readonly recallsPerMemoryPerDay: number;
  readonly retainsPerMemoryPerDay: number;
  /** load of the busiest hour, divided by the mean */
  readonly peak: number;
  /** a bank leaves the cache after this long without a recall */
  readonly idleSeconds: number;
  /** resident memory, divided by what the cache counts */
  readonly residentFactor: number;
  /** share of the processors that is used in the busiest hour */
  readonly utilization: number;
  /** bytes of the cache, and processors, of a server process */
  readonly server: { readonly cacheBytes: number; readonly processors: number };
  /** bytes that may be filled, and processors, of a database server */
  readonly database: { readonly storageBytes: number; readonly processors: number };
  /** database servers that each primary has besides, with the same data */
  readonly replicas: number;
  /** memories of a cell; a larger bank is a cell of its own */
  readonly cellMemories: number;
}

export interface Capacity {
  readonly memories: number;
  readonly banks: number;
  /** memories of the largest bank and of the one in the middle */
  readonly largestBank: number;
  readonly medianBank: number;
  /** bytes of one copy */
  readonly storageBytes: number;
  /** resident bytes of all cached banks in the busiest hour, and their number */
  readonly cacheBytes: number;
  readonly warmBanks: number;
  /** banks that are cached by one process whose cache is full */
  readonly warmBanksPerServer: number;
  /** share of the recalls that the database searches, and the time of the longest, in seconds */
  readonly databaseRecallShare: number;
  readonly longestRecallSeconds: number;
  /** processors in the busiest hour */
  readonly serverProcessors: number;
  readonly databaseProcessors: number;
  readonly servers: number;
  /** with replicas */
  readonly databaseServers: number;
  readonly cells: number;
}

const DAY_SECONDS = 86_400;
const MS = 1000;

export const costOf = ({ fixed, perMemory }: LinearCost, memories: number): number => fixed + perMemory * memories;

/** The line through two measured points; without a negative part, which only noise causes. */
export function lineThrough(small: readonly [number, number], large: readonly [number, number]): LinearCost {
  const perMemory = Math.max(0, (large[1] - small[1]) / (large[0] - small[0]));
  return { fixed: Math.max(0, small[1] - perMemory * small[0]), perMemory };
}

/**
 * Sizes of the banks by Zipf's law, the largest first. Their sum is `memories`; they are not whole.
 */
export function bankSizes(memories: number, banks: number, exponent: number): Float64Array {
  const sizes = Float64Array.from({ length: banks }, (_, rank) => (rank + 1) ** -exponent);
  const sum = sizes.reduce((a, b) => a + b, 0);
  return sizes.map((share) => (share / sum) * memories);
}

/** Bytes that a bank takes in the cache, estimated as the product counts them. */
export const cachedBytes = ({ cache }: CapacityFigures, memories: number): number =>
  costOf(memories > cache.largeFrom ? cache.large : cache.small, memories);

/**
 * Adds up all banks. Recalls of a bank arrive independently of each other: a bank with λ recalls in
 * `idleSeconds` is in the cache with the probability 1 - e^-λ. Each other recall is searched in the
 * database, and starts the reading of the bank. A bank that exceeds the cache of a process is never
 * in it. All recalls of a bank reach the same process.
 */
export function simulate(memories: number, banks: number, figures: CapacityFigures, assumed: CapacityAssumptions): Capacity {
  const sizes = bankSizes(memories, banks, assumed.zipfExponent);
  const perSecond = (perDay: number): number => (perDay * assumed.peak * assumed.activeShare) / DAY_SECONDS;
  let warmBanks = 0;
  let counted = 0;
  let recalls = 0;
  let databaseRecalls = 0;
  let longestRecallMs = 0;
  /** milliseconds of processor time in a second */
  const cpu = { server: 0, database: 0 };
  const spend = (count: number, { server, database }: CpuCost): void => {
    cpu.server += count * server;
    cpu.database += count * database;
  };
  for (const size of sizes) {
    const bytes = cachedBytes(figures, size);
    const hasRoom = bytes * assumed.residentFactor <= assumed.server.cacheBytes;
    const perWindow = (size * assumed.recallsPerMemoryPerDay * assumed.peak * assumed.idleSeconds) / DAY_SECONDS;
    const isWarm = hasRoom ? -Math.expm1(-perWindow) : 0;
    const asked = perSecond(size * assumed.recallsPerMemoryPerDay);
    const cold = asked * (1 - isWarm);
    const ofCache = { server: costOf(figures.cachedRecall.server, size), database: costOf(figures.cachedRecall.database, size) };
    const ofDatabase = { server: costOf(figures.databaseRecall.server, size), database: costOf(figures.databaseRecall.database, size) };
    spend(asked - cold, ofCache);
    spend(cold, ofDatabase);
    if (hasRoom) spend(cold * size, figures.reading);
    spend(perSecond(size * assumed.retainsPerMemoryPerDay), figures.retain);
    spend(perSecond(size * assumed.retainsPerMemoryPerDay), figures.consolidation);
    warmBanks += assumed.activeShare * isWarm;
    counted += assumed.activeShare * isWarm * bytes;
    recalls += asked;
    databaseRecalls += cold;
    const whole = hasRoom ? ofCache : ofDatabase;
    longestRecallMs = Math.max(longestRecallMs, whole.server + whole.database);
  }
  const storageBytes = costOf({ ...figures.storage, fixed: figures.storage.fixed * banks }, memories);
  const cacheBytes = counted * assumed.residentFactor;
  const [serverProcessors, databaseProcessors] = [cpu.server / MS, cpu.database / MS];
  const machines = (...needs: readonly number[]): number => Math.max(1, ...needs.map(Math.ceil));
  const servers = machines(cacheBytes / assumed.server.cacheBytes, serverProcessors / assumed.utilization / assumed.server.processors);
  const primaries = machines(
    storageBytes / assumed.database.storageBytes,
    databaseProcessors / assumed.utilization / assumed.database.processors,
  );
  const cells = cellsOf(sizes, assumed.cellMemories);
  return {
    memories,
    banks,
    largestBank: sizes[0]!,
    medianBank: sizes[Math.floor((banks - 1) / 2)]!,
    storageBytes,
    cacheBytes,
    warmBanks,
    warmBanksPerServer: warmBanks === 0 ? 0 : warmBanks * (assumed.server.cacheBytes / cacheBytes),
    databaseRecallShare: databaseRecalls / recalls,
    longestRecallSeconds: longestRecallMs / MS,
    serverProcessors,
    databaseProcessors,
    servers,
    databaseServers: primaries * (1 + assumed.replicas),
    cells,
  };
}

/** Banks with more memories than a cell have a cell each; the others share cells. */
function cellsOf(sizes: Float64Array, most: number): number {
  const alone = sizes.filter((size) => size > most).length;
  const shared = sizes.reduce((sum, size) => sum + (size > most ? 0 : size), 0);
  return Math.max(1, alone + Math.ceil(shared / most));
}
