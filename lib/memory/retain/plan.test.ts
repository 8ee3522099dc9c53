import { describe, expect, it } from 'vitest';
import { UNREAD_CHUNK } from '#lib/base/literals';
import { chunkRows, foldRepeats } from '#lib/memory/retain/compose';
import { retainBody } from '#lib/memory/retain/contract';
import { cutDraft, tagsOfChunk } from '#lib/memory/retain/cut';
import { layOut, placeUnits } from '#lib/memory/retain/layout';
import { contentHash, type Draft, diffChunks, planDocuments, planItem, retainParams } from '#lib/memory/retain/plan';
import { readChunk } from '#lib/memory/retain/read';
import { jobsOf } from '#lib/memory/retain/reader';
import type { StoredChunk } from '#lib/memory/retain/store-read';
import { toOutcome } from '#lib/memory/retain/view';

const NOW = new Date('2024-05-10T08:00:00Z');
const plan = (items: object[], documentTags: string[] = []): Draft[] => {
  const { items: parsed } = retainBody.parse({ items });
  return planDocuments(
    parsed,
    parsed.map((item, i) => planItem(item, i, documentTags, NOW)),
    () => 'made',
  );
};
const stored = (id: string, hash: string, index = 0): StoredChunk => ({
  id,
  index,
  hash,
  positionStart: 0,
  positionCount: 1,
  turnStart: 0,
  turnCount: 1,
});

describe('planDocuments', () => {
  it('groups items by document, in the order of the request', () => {
    const drafts = plan([{ content: 'a' }, { content: 'b', document_id: 'd' }, { content: 'c' }, { content: 'e', document_id: 'd' }]);
    expect(drafts.map(({ id, named, items }) => [id, named, items.map(({ index }) => index)])).toEqual([
      ['made', false, [0, 2]],
      ['d', true, [1, 3]],
    ]);
  });

  it.each([
    [['append'], true],
    [['append', 'append'], true],
    [['append', 'replace'], false],
    [[null, 'append'], false],
    [[undefined], false],
  ])('%j continues a document: %s', (modes, append) => {
    expect(plan(modes.map((update_mode) => ({ content: 'x', document_id: 'd', update_mode })))[0]!.append).toBe(append);
  });
});

describe('cutting items with different tags', () => {
  const [draft] = plan([
    { content: 'Ines: the safe code is 4471.', tags: ['user:ines'], document_id: 'd' },
    { content: 'Ines: the safe is green.', tags: ['user:ines'], document_id: 'd' },
    { content: 'Bob: the garage code is 8812.', tags: ['user:bob'], document_id: 'd' },
    { content: 'The office opens at nine.', document_id: 'd' },
  ]);
  const { chunks } = cutDraft(draft!, false);

  it('never mixes two sets of tags in one chunk', () => {
    expect(chunks.map((chunk) => [tagsOfChunk(draft!, chunk), chunk.text])).toEqual([
      [['user:ines'], 'Ines: the safe code is 4471.\nInes: the safe is green.'],
      [['user:bob'], '\nBob: the garage code is 8812.'],
      [[], '\nThe office opens at nine.'],
    ]);
  });

  it('numbers the turns across the document', () => {
    expect(chunks.flatMap(({ turns }) => turns.map(({ ordinal }) => ordinal))).toEqual([0, 1, 2, 3]);
  });

  it('shows a reader no preceding text with other tags', () => {
    expect(jobsOf(draft!, { chunks, unreadable: [] }, () => true).map(({ before }) => before)).toEqual(['', '', '']);
    const long = Array.from({ length: 400 }, (_, i) => `Ines: line ${i} of the story.`).join('\n');
    const [same] = plan([{ content: long, tags: ['user:ines'] }]);
    const cut = cutDraft(same!, false);
    expect(jobsOf(same!, cut, () => true)[1]!.before).toBe(cut.chunks[0]!.text.slice(-600));
  });
});

describe('planItem', () => {
  const signature = (item: object, tags: string[] = []): string => plan([{ content: 'x', ...item }], tags)[0]!.items[0]!.signature;

  it('has a signature of all fields besides the text, independent of their order', () => {
    expect(signature({ content: 'other' })).toBe(signature({}));
    expect(signature({ metadata: { a: '1', b: '2' } })).toBe(signature({ metadata: { b: '2', a: '1' } }));
    expect(signature({ tags: ['a', 'b'] })).toBe(signature({ tags: ['b'] }, ['a']));
    const different = [
      {},
      { timestamp: 'unset' },
      { timestamp: '2024-01-01' },
      { timestamp: '2024-01-01T02:00:00+02:00' },
      { context: 'c' },
      { metadata: { a: '1' } },
      { tags: ['a'] },
      { entities: [{ text: 'A' }] },
      { resolve_entities: false },
      { observation_scopes: 'shared' },
    ];
    expect(new Set(different.map((item) => signature(item))).size).toBe(different.length);
  });

  it('has a signature without the time of the request', () => {
    const [item] = retainBody.parse({ items: [{ content: 'x' }] }).items;
    expect(planItem(item!, 0, [], NOW).signature).toBe(planItem(item!, 0, [], new Date()).signature);
  });
});

describe('diffChunks', () => {
  it.each([
    ['abc', 'abc', 'abc', ''],
    ['abc', 'xabc', '-abc', ''],
    ['abc', 'ac', 'ac', 'b'],
    ['abc', 'cba', 'cba', ''],
    ['aab', 'abab', 'aba-', ''],
    ['aab', 'ab', 'ab', 'a'],
    ['', 'ab', '--', ''],
    ['ab', '', '', 'ab'],
  ])('%s -> %s: unchanged %s, removed %s', (before, after, unchanged, removed) => {
    const chunks = [...before].map((hash, i) => stored(`${hash}${i}`, hash, i));
    const diff = diffChunks(chunks, [...after]);
    expect([...after].map((_, i) => diff.unchanged.get(i)?.hash ?? '-').join('')).toBe(unchanged);
    expect(diff.removed.map(({ hash }) => hash).join('')).toBe(removed);
  });

  it('never matches a chunk without a hash', () => {
    expect(diffChunks([stored('a', '')], ['']).unchanged.size).toBe(0);
  });
});

describe('a document', () => {
  it('joins its items by line breaks', () => {
    const [draft] = plan([
      { content: 'a', document_id: 'd' },
      { content: 'b', document_id: 'd' },
    ]);
    const text = (continues: boolean) =>
      cutDraft(draft!, continues)
        .chunks.map((chunk) => chunk.text)
        .join('');
    expect(text(false)).toBe('a\nb');
    expect(text(true)).toBe('\na\nb');
  });

  it('has a different hash for each text and each history', () => {
    const hashes = [
      contentHash('a', null),
      contentHash('b', null),
      contentHash('b', contentHash('a', null)),
      contentHash('b', contentHash('c', null)),
    ];
    expect(new Set(hashes).size).toBe(4);
    expect(contentHash('a', null)).toBe(contentHash('a', null));
  });

  it('stores the parameters of its retain', () => {
    const [draft] = plan([
      { content: 'a', document_id: 'd', context: 'first', metadata: { a: '1', b: '1' } },
      { content: 'b', document_id: 'd', metadata: { b: '2' }, timestamp: '2024-01-01' },
    ]);
    expect(retainParams(draft!.items)).toEqual({ context: 'first', metadata: { a: '1', b: '2' }, event_date: '2024-01-01T00:00:00+00:00' });
  });
});

describe('a part that could not be read', () => {
  const [draft] = plan([{ content: 'Ann likes tea.', document_id: 'd' }]);
  const cut = cutDraft(draft!, false);

  it('has a mark instead of a hash, so the next retain reads it again', () => {
    const failed = layOut(draft!, cut, null, { reads: new Map([[cut.chunks[0]!, { units: [], causes: [], failures: [0] }]]) })!;
    expect(chunkRows(failed, true)).toMatchObject([{ hash: UNREAD_CHUNK, text: 'Ann likes tea.', positionCount: 0 }]);
    const read = layOut(draft!, cut, null, { reads: new Map([[cut.chunks[0]!, readChunk(cut.chunks[0]!, draft!, 'bank')]]) })!;
    expect(chunkRows(read, true)).toMatchObject([{ hash: cut.chunks[0]!.hash, positionCount: 1 }]);
    expect(layOut(draft!, cut, null, { reads: new Map() })).toBeNull();
  });

  it.each([
    [3, 0, 'facts'],
    [0, 0, 'no_facts'],
    [3, 1, 'partial'],
    [0, 1, 'failed'],
  ])('gives %i facts and %i failures the outcome %s', (facts, failures, outcome) => {
    const outcomeOfItem = toOutcome({ documentId: 'd', facts, failures }, 0);
    expect(outcomeOfItem.outcome).toBe(outcome);
    expect(outcomeOfItem.reason === undefined).toBe(failures === 0);
  });
});

describe('folding within a request', () => {
  it('counts further evidence and stores its positions', () => {
    const [draft] = plan([
      { content: 'Ann likes tea.', document_id: 'd' },
      { content: 'Bob likes milk.', document_id: 'd' },
      { content: 'Ann likes tea!', document_id: 'd' },
    ]);
    const cut = cutDraft(draft!, false);
    const reads = new Map(cut.chunks.map((chunk) => [chunk, readChunk(chunk, draft!, 'bank')]));
    const placed = placeUnits(layOut(draft!, cut, null, { reads })!);
    const { units, evidence } = foldRepeats(placed, () => 'builtin', new Map());
    expect(units.map(({ text, position, proofCount }) => [text, position, proofCount])).toEqual([
      ['Ann likes tea.', 0, 2],
      ['Bob likes milk.', 1, 1],
    ]);
    expect(evidence).toMatchObject([{ memoryId: units[0]!.id, position: 2, turn: 2 }]);
    const bound = foldRepeats(placed, () => 'builtin', new Map([[placed[0]!.unit.fingerprint!.toString(), 'stored']]));
    expect(bound.units).toHaveLength(1);
    expect(bound.proofs).toEqual([{ memoryId: 'stored', count: 2, expiresAt: null }]);
  });
});
