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

describe('the text of a chunk under a filter', () => {
  it('is whole without a filter', () => {
    expect(permittedText(chunk(), null)).toEqual({ text: TEXT, isWhole: true });
  });

  it('is whole where the items of the chunk and all of its memories pass', () => {
    const own = chunk({ tags: ['user:bob'], parts: [[['user:bob'], 29, 46, 'Bob: the code is 8812.']] });
    expect(permittedText(own, BOB)).toEqual({ text: TEXT, isWhole: true });
  });

  it('is what the permitted memories cover where others are hidden', () => {
    expect(permittedText(chunk(), BOB)).toEqual({ text: 'the code is 8812.', isWhole: false });
  });

  it('is no more than that where nobody knows the tags of the items', () => {
    const unknown = chunk({ parts: [[['user:bob'], 29, 46, 'Bob: the code is 8812.']] });
    expect(permittedText(unknown, BOB)).toEqual({ text: 'the code is 8812.', isWhole: false });
  });

  it('is the words of a memory that does not appear in it word for word', () => {
    const told = chunk({ parts: [[['user:bob'], null, null, 'The garage code is 8812.']] });
    expect(permittedText(told, BOB)).toEqual({ text: 'The garage code is 8812.', isWhole: false });
  });

  it('is empty where nothing passes', () => {
    expect(permittedText(chunk({ tags: ['user:ines'], parts: chunk().parts.slice(0, 1) }), BOB)).toEqual({ text: '', isWhole: false });
  });
});
