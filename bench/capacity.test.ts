import { describe, expect, it } from 'vitest';
import { bankSizes, type CapacityAssumptions, type CapacityFigures, lineThrough, simulate } from '#bench/speed/capacity-model';

const figures: CapacityFigures = {
  storage: { fixed: 10_000, perMemory: 4_000 },
  cache: { small: { fixed: 80_000, perMemory: 1_000 }, large: { fixed: 80_000, perMemory: 500 }, largeFrom: 50_000 },
  retain: { server: 4, database: 2 },
  consolidation: { server: 2, database: 1 },
  cachedRecall: { server: { fixed: 5, perMemory: 0.0001 }, database: { fixed: 1, perMemory: 0 } },
  databaseRecall: { server: { fixed: 5, perMemory: 0 }, database: { fixed: 5, perMemory: 0.001 } },
  reading: { server: 0.02, database: 0.02 },
};
const assumed: CapacityAssumptions = {
  zipfExponent: 1,
  activeShare: 1,
  recallsPerMemoryPerDay: 0,
  retainsPerMemoryPerDay: 0,
  peak: 1,
  idleSeconds: 600,
  residentFactor: 1,
  utilization: 0.5,
  server: { cacheBytes: 1e9, processors: 2 },
  database: { storageBytes: 1e12, processors: 10 },
  replicas: 1,
  cellMemories: 1e6,
};

describe('sizes of banks', () => {
  it('add up to all memories, and the second is half of the first', () => {
    const sizes = bankSizes(1e6, 1000, 1);
    expect(sizes.reduce((a, b) => a + b)).toBeCloseTo(1e6);
    expect(sizes[1]! / sizes[0]!).toBeCloseTo(0.5);
    expect(sizes[999]! / sizes[0]!).toBeCloseTo(0.001);
  });
  it('are equal with the exponent 0', () => {
    expect([...bankSizes(100, 4, 0)]).toEqual([25, 25, 25, 25]);
  });
});

describe('a line through two points', () => {
  it('has no negative part', () => {
    expect(lineThrough([0, 5], [10, 25])).toEqual({ fixed: 5, perMemory: 2 });
    expect(lineThrough([10, 5], [20, 3])).toEqual({ fixed: 5, perMemory: 0 });
    expect(lineThrough([10, 5], [20, 100])).toEqual({ fixed: 0, perMemory: 9.5 });
  });
});

describe('simulate', () => {
  it('adds the bytes of banks to those of memories', () => {
    expect(simulate(1e6, 100, figures, assumed).storageBytes).toBeCloseTo(1e6 * 4_000 + 100 * 10_000);
  });
  it('needs no cache and one machine of each kind without load, with a replica', () => {
    expect(simulate(1e6, 100, figures, assumed)).toMatchObject({
      cacheBytes: 0,
      warmBanks: 0,
      warmBanksPerServer: 0,
      servers: 1,
      databaseServers: 2,
    });
  });
  it('counts the processor time of retains and consolidation', () => {
    const { serverProcessors, databaseProcessors, servers } = simulate(8.64e6, 10, figures, { ...assumed, retainsPerMemoryPerDay: 1 });
    // 100 memories in a second
    expect([serverProcessors, databaseProcessors]).toEqual([expect.closeTo(0.6), expect.closeTo(0.3)]);
    expect(servers).toBe(1);
  });
  it('caches each bank that is asked all the time, and takes as many processes as that needs', () => {
    const busy = { ...assumed, recallsPerMemoryPerDay: 10 };
    const result = simulate(4e6, 100, figures, { ...busy, zipfExponent: 0 });
    expect(result.warmBanks).toBeCloseTo(100);
    expect(result.cacheBytes).toBeCloseTo(100 * 80_000 + 4e6 * 1_000, -1);
    expect(result.databaseRecallShare).toBeCloseTo(0);
    expect(result.servers).toBe(5);
    expect(result.warmBanksPerServer).toBeCloseTo(100 / 4.008, 0);
  });
  it('never caches a bank that has no room in a process, which makes its recalls long', () => {
    const result = simulate(1e7, 1, figures, { ...assumed, recallsPerMemoryPerDay: 0.01 });
    expect(result).toMatchObject({ warmBanks: 0, databaseRecallShare: 1, cells: 1 });
    expect(result.longestRecallSeconds).toBeCloseTo(10.01);
    expect(result.databaseProcessors).toBeCloseTo((1e5 / 86_400) * 10.005);
  });
  it('reads a bank that is seldom asked for each of its recalls', () => {
    const seldom = { ...assumed, recallsPerMemoryPerDay: 1e-6, zipfExponent: 0 };
    const result = simulate(1e6, 1000, figures, seldom);
    expect(result.databaseRecallShare).toBeGreaterThan(0.99);
    // a recall in a day for all banks: it is searched, and 1,000 memories are read
    expect(result.serverProcessors * 86_400_000).toBeCloseTo(5 + 20, 0);
  });
  it('leaves out banks that nobody uses', () => {
    const busy = { ...assumed, recallsPerMemoryPerDay: 10, zipfExponent: 0 };
    expect(simulate(4e6, 100, figures, { ...busy, activeShare: 0.1 }).warmBanks).toBeCloseTo(10);
  });
  it('gives a bank that is larger than a cell one of its own', () => {
    expect(simulate(4e6, 2, figures, { ...assumed, zipfExponent: 0 }).cells).toBe(2);
    expect(simulate(4e6, 1000, figures, { ...assumed, zipfExponent: 0 }).cells).toBe(4);
  });
});
