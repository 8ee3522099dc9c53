import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '#e2e/fixtures/runs';
import { CHUNK_LIMITS, type Chunk, chunkTurns, type ItemTurn, splitLong } from '#lib/memory/retain/reading/chunk';
import { parseTurns } from '#lib/memory/retain/reading/transcript';

const items = (content: string, item = 0, signature = ''): ItemTurn[] => parseTurns(content).map((turn) => ({ ...turn, item, signature }));
const textOf = (chunks: readonly Chunk[]): string => chunks.map(({ text }) => text).join('');
const changed = (before: readonly Chunk[], after: readonly Chunk[]): number => {
  const known = new Set(before.map(({ hash }) => hash));
  return after.filter(({ hash }) => !known.has(hash)).length;
};

/** Prose without repetitions: the same seed gives the same text. */
function prose(seed: number, words: number): string {
  let state = seed + 1;
  const next = (range: number): number => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return (state >>> 8) % range;
  };
  return Array.from({ length: words }, (_, i) => `w${next(5000).toString(36)}${i % (7 + next(6)) === 0 ? '.' : ''}`).join(' ');
}
const conversation = (seed: number, turns: number): string =>
  Array.from({ length: turns }, (_, i) => `${i % 2 ? 'Ann' : 'Bob'}: ${prose(seed * 1000 + i, 5 + ((i * 7 + seed) % 40))}\n`).join('');

describe('chunkTurns', () => {
  it('does not cut a sentence next to a long block without words', () => {
    const content = `User: I have a dog.\n<memories>\n${'user: figs 🌸\n'.repeat(900)}</memories>\nI live in Porto with my two brothers.\nAssistant: Noted.`;
    const chunks = chunkTurns(items(content));
    expect(textOf(chunks)).toBe(content);
    for (const { text } of chunks) expect(text.length).toBeLessThanOrEqual(CHUNK_LIMITS.max);
    for (const { text } of chunks) expect(text.isWellFormed()).toBe(true);
    const bodies = chunks.flatMap(({ turns }) => turns.map(({ body }) => body));
    for (const sentence of ['I have a dog.', 'I live in Porto with my two brothers.', 'Noted.'])
      expect(bodies.filter((body) => body.includes(sentence))).toHaveLength(1);
  });

  it('preserves the text and respects the limits', () => {
    const content = fc.oneof(
      fc.tuple(fc.nat(50), fc.integer({ min: 1, max: 120 })).map(([seed, turns]) => conversation(seed, turns)),
      fc.tuple(fc.nat(50), fc.integer({ min: 1, max: 3000 })).map(([seed, words]) => prose(seed, words)),
      fc.tuple(fc.nat(50), fc.integer({ min: 1, max: 1500 })).map(([seed, words]) =>
        JSON.stringify(
          [
            { role: 'user', content: `"${prose(seed, words)}"\n` },
            { role: 'assistant', content: 'ok' },
          ],
          null,
          2,
        ),
      ),
      fc.string({ unit: 'binary', maxLength: 300 }).map((text) => text.repeat(40)),
    );
    fc.assert(
      fc.property(content, (text) => {
        const chunks = chunkTurns(items(text));
        expect(textOf(chunks)).toBe(text);
        for (const { text: part, turns } of chunks) {
          expect(part.length).toBeLessThanOrEqual(CHUNK_LIMITS.max);
          expect(turns.map(({ raw }) => raw).join('')).toBe(part);
        }
        expect(chunkTurns(items(text))).toEqual(chunks);
      }),
      { numRuns: runs(200) },
    );
  });

  it('makes chunks of about the target size', () => {
    const chunks = chunkTurns(items(conversation(3, 1000)));
    const mean = textOf(chunks).length / chunks.length;
    expect(mean).toBeGreaterThan(CHUNK_LIMITS.target * 0.75);
    expect(mean).toBeLessThan(CHUNK_LIMITS.target * 1.25);
    expect(chunks.filter(({ text }) => text.length < CHUNK_LIMITS.min)).toEqual([]);
  });

  it.each([1, 2, 3, 4, 5, 6, 7, 8])('preserves the other chunks when turns are inserted at the top (%i)', (seed) => {
    const before = conversation(seed, 200);
    const inserted = conversation(seed + 500, seed * 3);
    expect(changed(chunkTurns(items(before)), chunkTurns(items(inserted + before)))).toBeLessThanOrEqual(
      2 + Math.ceil(inserted.length / CHUNK_LIMITS.min),
    );
    expect(changed(chunkTurns(items(before)), chunkTurns(items(`Ann: One short line.\n${before}`)))).toBeLessThanOrEqual(2);
  });

  it.each([11, 12, 13, 14])('preserves the other chunks when a line in the middle changes or turns are appended (%i)', (seed) => {
    const lines = conversation(seed, 200).split('\n');
    const before = chunkTurns(items(lines.join('\n')));
    const edited = [...lines];
    edited[100] = 'Ann: Something else entirely.';
    expect(changed(before, chunkTurns(items(edited.join('\n'))))).toBeLessThanOrEqual(3);
    expect(changed(before, chunkTurns(items(`${lines.join('\n')}Bob: And one more thing.\n`)))).toBeLessThanOrEqual(2);
  });

  it('does the same inside one long paragraph', () => {
    const before = prose(9, 6000);
    expect(changed(chunkTurns(items(before)), chunkTurns(items(`A new start. ${before}`)))).toBeLessThanOrEqual(2);
  });

  it('numbers turns in the document and marks the parts of a long one', () => {
    const long = prose(5, 3000);
    const turns = chunkTurns(items(`Ann: short start of it all\nBob: ${long}\nAnn: the end of it`)).flatMap(({ turns: own }) => own);
    const parts = turns.filter(({ ordinal }) => ordinal === 1);
    expect(parts.length).toBeGreaterThan(2);
    expect(parts.map(({ continued }) => continued)).toEqual([false, ...parts.slice(1).map(() => true)]);
    expect(parts.every(({ speaker }) => speaker === 'Bob')).toBe(true);
    expect(
      parts
        .map(({ body }) => body)
        .join('')
        .trim(),
    ).toBe(long);
    expect(turns.at(-1)).toMatchObject({ ordinal: 2, continued: false, speaker: 'Ann' });
  });

  it('hashes text, speaker and signature, but not the number of the item', () => {
    const hash = (content: string, item: number, signature: string): string => chunkTurns(items(content, item, signature))[0]!.hash;
    expect(hash('Ann: hello there', 0, 's')).toBe(hash('Ann: hello there', 7, 's'));
    expect(hash('Ann: hello there', 0, 's')).not.toBe(hash('Ann: hello there', 0, 't'));
    expect(hash('Ann: hello there', 0, 's')).not.toBe(hash('Ann: hello here', 0, 's'));
    const [turn] = items('Ann: hello there');
    const spokenBy = (speaker: string): string => chunkTurns([{ ...turn!, speaker }])[0]!.hash;
    expect(spokenBy('Ann')).not.toBe(spokenBy('Bob'));
  });

  it('returns no chunk for empty input', () => {
    expect(chunkTurns([])).toEqual([]);
    expect(chunkTurns(items(''))).toEqual([]);
  });
});

describe('splitLong', () => {
  it('preserves the text, respects the size and never splits a character', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 400 }), fc.integer({ min: 2, max: 60 }), (text, size) => {
        const pieces = splitLong(text, size);
        expect(pieces.join('')).toBe(text);
        for (const piece of pieces) {
          expect(piece.length).toBeLessThanOrEqual(size);
          expect(piece.isWellFormed()).toBe(text.isWellFormed());
        }
      }),
    );
  });
});
