import { describe, expect, it } from 'vitest';
import type { TagFilter } from '#lib/base/tags/filter';
import { permittedText, type StoredChunkText } from '#lib/memory/recall/chunk-text';

const BOB: TagFilter = { kind: 'leaf', tags: ['user:bob'], mode: 'any_strict' };
const TEXT = 'Ines: the code is 4471.\nBob: the code is 8812.\nBob: Good.';
const chunk = (more: Partial<StoredChunkText> = {}): StoredChunkText => ({
  text: TEXT,
  tags: null,
  parts: [
    [['user:ines'], 6, 23, 'Ines: the code is 4471.'],
    [['user:bob'], 29, 46, 'Bob: the code is 8812.'],
  ],
  ...more,
});

describe('permittedText', () => {
  it('returns the whole text without a filter', () => {
    expect(permittedText(chunk(), null)).toEqual({ text: TEXT, isWhole: true });
  });

  it('returns the whole text if the items and all memories of the chunk pass', () => {
    const own = chunk({ tags: ['user:bob'], parts: [[['user:bob'], 29, 46, 'Bob: the code is 8812.']] });
    expect(permittedText(own, BOB)).toEqual({ text: TEXT, isWhole: true });
  });

  it('returns the ranges of the permitted memories if others are hidden', () => {
    expect(permittedText(chunk(), BOB)).toEqual({ text: 'the code is 8812.', isWhole: false });
  });

  it('returns only those ranges if the tags of the items are unknown', () => {
    const unknown = chunk({ parts: [[['user:bob'], 29, 46, 'Bob: the code is 8812.']] });
    expect(permittedText(unknown, BOB)).toEqual({ text: 'the code is 8812.', isWhole: false });
  });

  it('returns the text of a memory that is not in the chunk word for word', () => {
    const secret = chunk({ parts: [[['user:bob'], null, null, 'The garage code is 8812.']] });
    expect(permittedText(secret, BOB)).toEqual({ text: 'The garage code is 8812.', isWhole: false });
  });

  it('is empty if no memory passes', () => {
    expect(permittedText(chunk({ tags: ['user:ines'], parts: chunk().parts.slice(0, 1) }), BOB)).toEqual({ text: '', isWhole: false });
  });
});
