import { passing, type TagFilter } from '#lib/base/tags/filter';

/**
 * A memory in a chunk: the range of its words, as in `String.slice`; null if it is not there word
 * for word.
 */
export type ChunkPart = [tags: string[], start: number | null, end: number | null, text: string];

export interface StoredChunkText {
  readonly text: string;
  /** of the items it was cut from; null: the items may differ in tags */
  readonly tags: readonly string[] | null;
  /** in the order of the text, invalidated memories included */
  readonly parts: readonly ChunkPart[];
}

/**
 * SQL of the parts of chunk `c`, as JSON: its memories, and those of other chunks that it repeats.
 * `bank` is the bank's uid.
 */
export const chunkParts = (bank: string): string => `coalesce((
  select json_agg(json_build_array(p.tags, p.chunk_start, p.chunk_end, p.text) order by p.position, p.id) from (
    select m.id, m.tags, m.chunk_start, m.chunk_end, m.text, m.position from memories m where m.bank_uid = ${bank} and m.chunk_id = c.id
    union all
    select m.id, m.tags, e.chunk_start, e.chunk_end, m.text, e.position from memory_evidence e
    join memories m on m.bank_uid = ${bank} and m.id = e.memory_id where e.bank_uid = ${bank} and e.chunk_id = c.id) p), '[]')`;

/**
 * The text of a chunk that passes a filter. If its items and all of its memories pass, all of it.
 * Otherwise the words of the passing memories, one line each; empty if no memory passes.
 */
export function permittedText({ text, tags, parts }: StoredChunkText, filter: TagFilter | null): { text: string; isWhole: boolean } {
  if (filter === null) return { text, isWhole: true };
  const passes = passing(filter);
  const permitted = parts.filter(([own]) => passes(own));
  if (tags !== null && passes(tags) && permitted.length === parts.length) return { text, isWhole: true };
  const lines = permitted.map(([, start, end, memoryText]) =>
    start === null || end === null ? memoryText : text.slice(start, end).trim(),
  );
  return { text: [...new Set(lines)].join('\n'), isWhole: false };
}
