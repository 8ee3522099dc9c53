import { MAX_TAG, MAX_TAGS } from '#lib/base/bounds';
import { defined } from '#lib/base/defined';
import { storable } from '#lib/base/text/storable';
import { MAX_ENTITY_NAME } from '#lib/memory/entities/literals';
import { scopeMode } from '#lib/memory/observations/scopes';
import type { ImportedChunk, ImportedDocument, ImportedFact } from '#lib/memory/retain/imported';
import { archiveFault } from '#lib/memory/transfer/archive/limits';
import type { ParsedDocument } from '#lib/memory/transfer/archive/records';

/** A document of an archive in the form in which it is stored. Pure. */

type ParsedFact = ParsedDocument['facts'][number];

/** In bytes, as for facts that are extracted. */
export const MAX_FACT = 64 * 1024;
/** In characters, of a document without known chunks: one chunk is read as a whole. */
const MAX_CHUNK = 4000;

const dateOf = (text: string | null | undefined): Date | null => {
  if (text == null) return null;
  // A time without a zone is in UTC.
  const date = new Date(/(?:Z|[+-]\d\d:?\d\d)$/i.test(text) ? text : `${text}Z`);
  // The years 1 and 9999 are open bounds of other programs.
  const year = date.getUTCFullYear();
  return year > 1 && year < 9999 ? date : null;
};

/** Tags that a bank can contain, sorted. */
export const storableTags = (tags: readonly string[] | null | undefined): string[] =>
  [...new Set((tags ?? []).map(storable))]
    .filter((tag) => tag !== '' && tag.length <= MAX_TAG)
    .sort()
    .slice(0, MAX_TAGS);

/** Values that are no texts become JSON. */
const metadataOf = (given: Readonly<Record<string, unknown>> | null | undefined): Record<string, string> =>
  Object.fromEntries(
    Object.entries(given ?? {}).flatMap(([key, value]) =>
      value == null ? [] : [[storable(key), storable(typeof value === 'string' ? value : JSON.stringify(value))]],
    ),
  );

function factOf(fact: ParsedFact, name: string): Omit<ImportedFact, 'causes'> {
  const text = storable(fact.text);
  if (Buffer.byteLength(text) > MAX_FACT) throw archiveFault(`${name} has a fact of more than ${MAX_FACT} bytes`);
  const mode = scopeMode(fact.observation_scopes);
  const [from, to] = [dateOf(fact.valid_from), dateOf(fact.valid_to)];
  return {
    text,
    speaker: fact.speaker == null ? null : storable(fact.speaker),
    factType: fact.fact_type === 'experience' ? 'experience' : 'world',
    context: storable(fact.context ?? ''),
    metadata: metadataOf(fact.metadata),
    tags: storableTags(fact.tags),
    scopes: mode === 'combined' ? null : typeof mode === 'string' ? mode : mode.map(storableTags),
    occurredStart: dateOf(fact.occurred_start),
    occurredEnd: dateOf(fact.occurred_end),
    precision: fact.time_precision ?? null,
    mentionedAt: dateOf(fact.mentioned_at),
    entities: [...new Set((fact.entities ?? []).map(storable))].filter((entity) => entity.length <= MAX_ENTITY_NAME),
    validity: from === null && to === null ? null : { from, to },
    expiresAt: dateOf(fact.expires_at),
  };
}

interface ChunkText extends Omit<ImportedChunk, 'facts'> {
  /** `chunk_index` of its facts */
  readonly index: number;
}

/** Cuts a text into pieces of at most `MAX_CHUNK` characters, not inside of a character. */
function* piecesOf(text: string): Generator<string> {
  for (let from = 0; from < text.length; ) {
    let to = Math.min(from + MAX_CHUNK, text.length);
    if (to < text.length && (text.charCodeAt(to) & 0xfc00) === 0xdc00) to -= 1;
    yield text.slice(from, to);
    from = to;
  }
}

/**
 * The chunks of the archive if they are the text of the document, else chunks of that text. A
 * document has at least one.
 */
function textsOf({ original_text: original, chunks, tags }: ParsedDocument): ChunkText[] {
  const text = original == null ? null : storable(original);
  const given = chunks
    .toSorted((a, b) => a.chunk_index - b.chunk_index)
    .map((chunk) => ({
      index: chunk.chunk_index,
      text: storable(chunk.chunk_text),
      tags: storableTags(chunk.tags ?? tags),
      expiresAt: dateOf(chunk.expires_at),
    }));
  if (given.length > 0 && (text === null || given.map((chunk) => chunk.text).join('') === text)) return given;
  const pieces = text === null || text === '' ? [''] : [...piecesOf(text)];
  return pieces.map((piece, index) => ({ index, text: piece, tags: storableTags(tags), expiresAt: null }));
}

const isOver = (at: Date | null, now: Date): boolean => at !== null && at <= now;

/** The chunks that have not expired, each with the indexes of its facts. */
function chunksOf(parsed: ParsedDocument, now: Date): { readonly text: ChunkText; readonly facts: number[] }[] {
  const chunks = textsOf(parsed).map((text) => ({ text, facts: [] as number[] }));
  const byIndex = new Map(chunks.map((chunk) => [chunk.text.index, chunk]));
  const isFact = ({ text, fact_type, expires_at }: ParsedFact): boolean =>
    text.trim() !== '' && fact_type !== 'observation' && !isOver(dateOf(expires_at), now);
  for (const [i, fact] of parsed.facts.entries())
    if (isFact(fact)) (byIndex.get(fact.chunk_index ?? 0) ?? defined(chunks[0])).facts.push(i);
  return chunks.filter(({ text: { expiresAt } }) => !isOver(expiresAt, now));
}

export interface DocumentToImport {
  readonly document: ImportedDocument;
  /**
   * By the index of a fact in the archive: its position among the stored facts; null: it is blank,
   * or has expired.
   */
  readonly positions: readonly (number | null)[];
  /** positions of facts that were consolidated */
  readonly consolidated: readonly number[];
  /** positions of facts and of their causes in other chunks, which a retain does not link */
  readonly farCauses: readonly (readonly [fact: number, cause: number])[];
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * null: all of it has expired. Throws `archiveFault` for a fact that is too long. `id`: under which
 * it is stored; `name`: of the member.
 */
export function documentToImport(
  parsed: ParsedDocument,
  { name, id, now }: { name: string; id: string; now: Date },
): DocumentToImport | null {
  const groups = chunksOf(parsed, now);
  if (groups.length === 0) return null;
  const order = groups.flatMap(({ facts }) => facts);
  const positions: (number | null)[] = parsed.facts.map(() => null);
  for (const [position, index] of order.entries()) positions[index] = position;
  const chunks = groups.map(({ text: { index: _, ...text }, facts }): ImportedChunk => {
    const within = new Map(facts.map((index, i) => [index, i]));
    const causesOf = (index: number): number[] =>
      (defined(parsed.facts[index]).causal_relations ?? []).flatMap(({ target_fact_index: target }) => {
        const at = target === index ? undefined : within.get(target);
        return at === undefined ? [] : [at];
      });
    return { ...text, facts: facts.map((index) => ({ ...factOf(defined(parsed.facts[index]), name), causes: causesOf(index) })) };
  });
  const chunkOf = new Map(groups.flatMap(({ facts }, chunk) => facts.map((index) => [index, chunk] as const)));
  const farCauses = order.flatMap((index, position) =>
    (defined(parsed.facts[index]).causal_relations ?? []).flatMap(({ target_fact_index: target }) => {
      const cause = positions[target];
      return cause == null || chunkOf.get(target) === chunkOf.get(index) ? [] : [[position, cause] as const];
    }),
  );
  const { context, metadata, event_date: at } = parsed.retain_params ?? {};
  return {
    document: {
      id: storable(id),
      isTextStored: parsed.original_text != null,
      chunks,
      context: typeof context === 'string' ? storable(context) : '',
      metadata: metadataOf(isRecord(metadata) ? metadata : null),
      at: typeof at === 'string' ? dateOf(at) : null,
    },
    positions,
    farCauses,
    consolidated: order.flatMap((index, position) => (defined(parsed.facts[index]).consolidated_at == null ? [] : [position])),
  };
}
