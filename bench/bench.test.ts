import { describe, expect, it } from 'vitest';
import { conversation, questions, randomFrom, singleSentences } from '#bench/generate';
import { batchesOf, inTurn, percentile, throughput, timeEach } from '#bench/measure';
import { parseOptions } from '#bench/options';
import { markdownTable } from '#bench/report';

const shape = { seed: 7, sentences: 250, turnsPerSession: 20 };

describe('conversation', () => {
  it('is the same for the same seed and another one for another seed', () => {
    expect(conversation(shape)).toEqual(conversation(shape));
    expect(conversation({ ...shape, seed: 8 })).not.toEqual(conversation(shape));
  });
  it('has exactly as many sentences as asked for, none of them twice', () => {
    const turns = conversation(shape).flatMap((session) => session.turns);
    expect(turns).toHaveLength(250);
    expect(new Set(turns).size).toBe(250);
  });
  it('is one sentence of a named speaker for each turn, about 13 words and a few details', () => {
    const turns = conversation(shape).flatMap((session) => session.turns);
    for (const turn of turns) expect(turn).toMatch(/^[A-Z][a-z]+: [A-Z][^.]+\.$/);
    const words = turns.map((turn) => turn.split(' ').length - 1);
    const mean = words.reduce((a, b) => a + b) / words.length;
    expect(mean).toBeGreaterThan(12);
    expect(mean).toBeLessThan(17);
  });
  it('follows Zipf: the most frequent word has about a tenth of all, half of the different words come once', () => {
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
  it('are different from each other and the same for the same seed', () => {
    const sessions = conversation(shape);
    const asked = questions(sessions, 1, 100);
    expect(new Set(asked).size).toBe(100);
    expect(questions(sessions, 1, 100)).toEqual(asked);
  });
});

describe('randomFrom', () => {
  it('is even enough', () => {
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
  it('of nothing is no number', () => {
    expect(percentile([], 0.5)).toBeNaN();
  });
});

describe('measuring', () => {
  it('runs the warm-up and leaves it out of the samples', async () => {
    const seen: number[] = [];
    const { samples } = await timeEach([1, 2, 3], 1, async (value) => seen.push(value));
    expect([seen, samples]).toEqual([[1, 2, 3], 2]);
  });
  it('counts what several clients get done', async () => {
    let calls = 0;
    const result = await throughput([1, 2], { clients: 3, seconds: 0.02, warmUpSeconds: 0 }, async () => {
      calls++;
      await new Promise((resolve) => setImmediate(resolve));
    });
    expect(result.latency.samples).toBe(calls);
  });
  it('gives one value after the other and begins again', () => {
    const next = inTurn(['a', 'b']);
    expect([next(), next(), next()]).toEqual(['a', 'b', 'a']);
  });
  it('cuts batches', () => {
    expect(batchesOf([1, 2, 3], 2)).toEqual([[1, 2], [3]]);
  });
});

describe('options', () => {
  it('measures the embedded database in three sizes by default', () => {
    expect(parseOptions([], {})).toMatchObject({ databases: ['embedded'], sizes: [1000, 10_000, 30_000] });
  });
  it('takes both databases when a server is named', () => {
    expect(parseOptions(['--url', 'postgres://localhost/postgres'], {}).databases).toEqual(['embedded', 'pg']);
  });
  it('refuses a PostgreSQL run without a server, and three sizes that are none', () => {
    expect(() => parseOptions(['--database', 'pg'], {})).toThrow('--url');
    expect(() => parseOptions(['--sizes', '10,ten'], {})).toThrow('--sizes');
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
