import { describe, expect, it } from 'vitest';
import type { Explained } from '#bench/speed/explain';
import { costsTable, stagesTable } from '#bench/speed/explain-report';
import { ANSWER, EXECUTOR, type PlanStep, partTimes } from '#bench/speed/query-plan';
import { linesOfParts, type Sample, type Stage } from '#bench/speed/stages';
import { conversation, questions, randomFrom, singleSentences } from '#bench/support/generate';
import { batchesOf, inTurn, percentile, throughput, timeEach } from '#bench/support/measure';
import { parseOptions } from '#bench/support/options';
import { markdownTable } from '#bench/support/report';

const shape = { seed: 7, sentences: 250, turnsPerSession: 20 };

describe('conversation', () => {
  it('is the same for the same seed and differs for another one', () => {
    expect(conversation(shape)).toEqual(conversation(shape));
    expect(conversation({ ...shape, seed: 8 })).not.toEqual(conversation(shape));
  });
  it('has exactly the requested number of sentences, without repeats', () => {
    const turns = conversation(shape).flatMap((session) => session.turns);
    expect(turns).toHaveLength(250);
    expect(new Set(turns).size).toBe(250);
  });
  it('has one sentence of a named speaker for each turn, with about 13 words and a few details', () => {
    const turns = conversation(shape).flatMap((session) => session.turns);
    for (const turn of turns) expect(turn).toMatch(/^[A-Z][a-z]+: [A-Z][^.]+\.$/);
    const words = turns.map((turn) => turn.split(' ').length - 1);
    const mean = words.reduce((a, b) => a + b) / words.length;
    expect(mean).toBeGreaterThan(12);
    expect(mean).toBeLessThan(17);
  });
  it('follows Zipf: the most frequent word is about a tenth of all words, and half of the distinct words occur once', () => {
    const counts = new Map<string, number>();
    for (const text of singleSentences(3, 2000))
      for (const word of text.toLowerCase().match(/[a-z]+/g)!) counts.set(word, (counts.get(word) ?? 0) + 1);
    const all = [...counts.values()];
    const share = Math.max(...all) / all.reduce((a, b) => a + b);
    expect(share).toBeGreaterThan(0.07);
    expect(share).toBeLessThan(0.13);
    expect(all.filter((count) => count === 1).length / all.length).toBeGreaterThan(0.3);
  });
});

describe('questions', () => {
  it('differ from each other and are the same for the same seed', () => {
    const sessions = conversation(shape);
    const asked = questions(sessions, 1, 100);
    expect(new Set(asked).size).toBe(100);
    expect(questions(sessions, 1, 100)).toEqual(asked);
  });
});

describe('randomFrom', () => {
  it('is evenly distributed', () => {
    const random = randomFrom(1);
    const mean = Array.from({ length: 10_000 }, random).reduce((a, b) => a + b) / 10_000;
    expect(mean).toBeGreaterThan(0.48);
    expect(mean).toBeLessThan(0.52);
  });
});

describe('percentile', () => {
  it.each([
    [[5], 0.95, 5],
    [[4, 1, 3, 2], 0.5, 2.5],
    [[1, 2, 3, 4, 5], 0.95, 4.8],
    [[10, 20], 0, 10],
    [[10, 20], 1, 20],
  ])('of %j at %d is %d', (samples, share, expected) => {
    expect(percentile(samples, share)).toBeCloseTo(expected);
  });
  it('of no samples is NaN', () => {
    expect(percentile([], 0.5)).toBeNaN();
  });
});

describe('measuring', () => {
  it('runs the warm-up and excludes it from the samples', async () => {
    const seen: number[] = [];
    const { samples } = await timeEach([1, 2, 3], 1, async (value) => seen.push(value));
    expect([seen, samples]).toEqual([[1, 2, 3], 2]);
  });
  it('counts the calls of several clients', async () => {
    let calls = 0;
    const result = await throughput([1, 2], { clients: 3, seconds: 0.02, warmUpSeconds: 0 }, async () => {
      calls++;
      await new Promise((resolve) => setImmediate(resolve));
    });
    expect(result.latency.samples).toBe(calls);
  });
  it('returns one value after the other and starts again at the end', () => {
    const next = inTurn(['a', 'b']);
    expect([next(), next(), next()]).toEqual(['a', 'b', 'a']);
  });
  it('splits batches', () => {
    expect(batchesOf([1, 2, 3], 2)).toEqual([[1, 2], [3]]);
  });
});

describe('options', () => {
  it('measures the embedded database in three sizes by default', () => {
    expect(parseOptions([], {})).toMatchObject({ databases: ['embedded'], sizes: [1000, 10_000, 30_000] });
  });
  it('selects both databases when a server is named', () => {
    expect(parseOptions(['--url', 'postgres://localhost/postgres'], {}).databases).toEqual(['embedded', 'pg']);
  });
  it('rejects a PostgreSQL run without a server, and invalid sizes', () => {
    expect(() => parseOptions(['--database', 'pg'], {})).toThrow('--url');
    expect(() => parseOptions(['--sizes', '10,ten'], {})).toThrow('--sizes');
  });
});

describe('explain', () => {
  it('accepts any sizes, and uses four by default', () => {
    expect(parseOptions([], {}).explain).toBeNull();
    expect(parseOptions(['--explain'], {}).explain).toEqual([1000, 10_000, 30_000, 100_000]);
    expect(parseOptions(['--explain', '--sizes', '1000,5000'], {}).explain).toEqual([1000, 5000]);
    expect(() => parseOptions(['--explain', '--sizes', '5000,1000'], {})).toThrow('--sizes');
  });
});

describe('partTimes', () => {
  const step = (total: number, rows: number, more: Partial<PlanStep> = {}): PlanStep => ({
    'Node Type': 'Result',
    'Actual Total Time': total,
    'Actual Rows': rows,
    'Actual Loops': 1,
    ...more,
  });
  const reads = (name: string, total: number, rows: number): PlanStep => step(total, rows, { 'Node Type': 'CTE Scan', 'CTE Name': name });
  const called = (name: string): Partial<PlanStep> => ({ 'Subplan Name': `CTE ${name}` });
  /**
   * `found` scans for 6 ms, in two loops of 3; `best` triggers it and sorts for 1 ms; the answer
   * reads both and takes 2 ms itself.
   */
  const Plan = step(10, 0, {
    Plans: [
      step(6.5, 3, { ...called('found'), Plans: [step(3, 1, { 'Actual Loops': 2 })] }),
      step(7.7, 1, { ...called('best'), Plans: [reads('found', 6.7, 3)] }),
      step(9, 0, { Plans: [reads('best', 7.8, 1), reads('found', 0.1, 3)] }),
    ],
  });
  const times = (executionMs: number) => Object.fromEntries(partTimes({ Plan, 'Planning Time': 5, 'Execution Time': 10.5 }, executionMs));
  it('attributes the time of a common table expression to itself, and not to its reader', () => {
    const { found, best, [ANSWER]: answer, [EXECUTOR]: executor } = times(10.5);
    expect([found, best, answer, executor]).toEqual([6.5, expect.closeTo(1.2), expect.closeTo(2.3), 0.5]);
  });
  it('subtracts the cost of the clock from each part by the calls of its steps, and scales to the time without a clock', () => {
    const clocked = times(10.5);
    const { found, best, [ANSWER]: answer, ...rest } = times(8.3);
    // 8 calls in found, 6 in best, 8 in the answer
    expect([found, best, answer]).toEqual(
      [clocked.found! - 0.8, clocked.best! - 0.6, clocked[ANSWER]! - 0.8].map((ms) => expect.closeTo(ms)),
    );
    expect(found! + best! + answer! + rest[EXECUTOR]!).toBeCloseTo(8.3);
  });
  it('groups parts into the lines of the report, and includes unknown parts', () => {
    const lines = linesOfParts(new Map([...['hit', 'keyword', 'new_arm', ANSWER].map((name) => [name, 1] as const)]));
    expect([...lines]).toEqual([
      ['words', 2],
      ['others', 1],
      ['answer', 1],
    ]);
  });
});

describe('the tables of an explanation', () => {
  const sample = (stages: Partial<Record<Stage, number>>): Sample => ({
    stages: new Map(Object.entries(stages) as [Stage, number][]),
    planningMs: 8,
    gzipMs: 0.5,
    candidates: 400,
    results: 200,
    replyBytes: 85_000,
  });
  const latency = (p50: number) => ({ p50, p95: p50, p99: p50, samples: 3 });
  const bank: Explained = {
    units: 1000,
    recall: { ...latency(20), cpu: { server: 5, database: 0 } },
    route: { ...latency(1), cpu: null },
    nearest: latency(4),
    samples: [
      sample({ retrievers: 90, meaning: 80, rank: 10 }),
      sample({ retrievers: 15, meaning: 3, time: 1, rank: 4 }),
      sample({ retrievers: 17, meaning: 5, rank: 4 }),
      sample({ retrievers: 2, rank: 1 }),
    ],
  };
  it('shows the mean of each stage among the typical recalls that have it, and its share of the total', () => {
    expect(stagesTable([bank]).split('\n').slice(2)).toEqual([
      '| one recall without HTTP                     |  20.0 | 100 % |',
      '| statement 1: the retrievers in the database |  16.0 |  80 % |',
      '| – meaning                                   |  4.00 |  20 % |',
      '| – a time, if the query names one            |  1.00 |   5 % |',
      '| rank                                        |  4.00 |  20 % |',
    ]);
  });
  it('shows server time that belongs to no stage', () => {
    expect(costsTable([bank])).toMatch(/server, ms +\| +5\.00 \|/);
    expect(costsTable([bank])).toMatch(/beyond the stages above.+ \| +1\.00 \|/);
  });
  it('shows a dash for values that cannot be measured', () => {
    expect(costsTable([bank])).toMatch(/database, ms +\| +- \|/);
    expect(costsTable([bank])).toMatch(/for the bare route .+ \| +- \|/);
  });
});

describe('markdownTable', () => {
  it('aligns numbers to the right and text to the left', () => {
    expect(
      markdownTable(
        ['what', 'ms'],
        [
          ['recall', '1.5'],
          ['bare', '10.0'],
        ],
      ),
    ).toBe('| what   |   ms |\n| :----- | ---: |\n| recall |  1.5 |\n| bare   | 10.0 |');
  });
});
