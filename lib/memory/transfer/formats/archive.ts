import { documentRecord } from '#lib/memory/transfer/archive/document-member';
import type { ArchiveMember, ArchiveReader } from '#lib/memory/transfer/archive/zip-reader';
import { formatFault, type JsonElement, jsonElements } from '#lib/memory/transfer/formats/elements';
import { isRecord, type JsonRecord, metadataOf, recordsIn, TimesOf, textIn, textsIn } from '#lib/memory/transfer/formats/fields';
import { conflict, type ForeignItem, type ForeignMemory, foreignDocument, foreignMemory } from '#lib/memory/transfer/formats/items';
import { type ForeignFile, recognizeFile } from '#lib/memory/transfer/formats/read';

/**
 * Archives (ZIP): those of banks, of this product and of Hindsight 0.9 and 1, and those that
 * contain one file of another format.
 */

const MANIFEST = 'manifest.json';
const DOCUMENTS = 'documents/';
const OBSERVATIONS = 'observations.json';
/** Of OpenMemory. */
const MEMORIES = 'memories.json';
const JSON_NAME = /\.(?:json|jsonl|ndjson|af)$/i;
/** macOS adds it to archives. */
const HIDDEN = '__MACOSX/';

/** Throws `bad_request` for bytes that are no UTF-8. */
async function* textsOf(member: ArchiveMember): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const decoded = (bytes?: Uint8Array): string => {
    try {
      return bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode();
    } catch {
      throw formatFault(`${member.name} is not valid UTF-8`);
    }
  };
  for await (const bytes of member.bytes()) yield decoded(bytes);
  yield decoded();
}

const TYPES: readonly string[] = ['world', 'experience', 'observation'] satisfies ForeignMemory['type'][];
const typeOf = (record: JsonRecord): ForeignMemory['type'] => {
  const given = record.fact_type;
  return typeof given === 'string' && TYPES.includes(given) ? (given as ForeignMemory['type']) : null;
};

function* memoryOf(record: JsonRecord, path: string, more: Partial<ForeignMemory>): Generator<ForeignItem> {
  const text = textIn(record, 'text');
  if (text === null) return yield conflict('no_text', path);
  const times = new TimesOf(record, path);
  yield foreignMemory(text, {
    id: textIn(record, 'source_id', 'id'),
    type: typeOf(record),
    context: textIn(record, 'context'),
    mentionedAt: times.first('mentioned_at'),
    occurredStart: times.first('occurred_start'),
    occurredEnd: times.first('occurred_end'),
    tags: textsIn(record, 'tags'),
    metadata: metadataOf(record.metadata),
    entities: textsIn(record, 'entities'),
    ...more,
  });
  yield* times.conflicts;
}

function* documentOf(record: JsonRecord, path: string): Generator<ForeignItem> {
  const id = textIn(record, 'id');
  const times = new TimesOf(record, path);
  const chunks = recordsIn(record, 'chunks').flatMap((chunk) => textIn(chunk, 'chunk_text') ?? []);
  const text = textIn(record, 'original_text') ?? (chunks.length > 0 ? chunks.join('\n\n') : null);
  if (text !== null) {
    const given = isRecord(record.retain_params) ? record.retain_params : {};
    yield foreignDocument(text, {
      id,
      context: textIn(given, 'context'),
      mentionedAt: times.first('created_at'),
      tags: textsIn(record, 'tags'),
      metadata: metadataOf(given.metadata),
    });
  }
  yield* times.conflicts;
  for (const [i, fact] of recordsIn(record, 'facts').entries()) yield* memoryOf(fact, `${path}.facts[${i}]`, { documentId: id });
}

async function* elementsOf(archive: ArchiveReader, name: string): AsyncGenerator<JsonElement> {
  const member = await archive.find(name);
  if (member) yield* jsonElements(textsOf(member));
}

/** Lists in archives of Hindsight that no import reads. */
const OMITTED = [
  ['attachments.json', 'attachment'],
  ['data/invalidated_memory_units.json', 'invalidated'],
  ['mental_model_history.json', 'version'],
  ['webhooks.json', 'webhook'],
] as const;

async function* itemsOf(archive: ArchiveReader): AsyncGenerator<ForeignItem> {
  for await (const member of archive.members(DOCUMENTS)) {
    const record = await documentRecord(archive, member);
    if (isRecord(record)) yield* documentOf(record, member.name);
    else yield conflict('unknown_record', member.name);
  }
  for await (const { value, path } of elementsOf(archive, OBSERVATIONS))
    if (isRecord(value)) yield* memoryOf(value, `${OBSERVATIONS}${path}`, { type: 'observation' });
  for (const [name, reason] of OMITTED) for await (const { path } of elementsOf(archive, name)) yield conflict(reason, `${name}${path}`);
}

/** The member to read if the archive is no archive of a bank; null: there is none, or a choice. */
async function jsonMemberOf(archive: ArchiveReader): Promise<ArchiveMember | null> {
  const memories = await archive.find(MEMORIES);
  if (memories) return memories;
  let only: ArchiveMember | null = null;
  for await (const member of archive.members()) {
    if (!JSON_NAME.test(member.name) || member.name.startsWith(HIDDEN)) continue;
    if (only) return null;
    only = member;
  }
  return only;
}

/** null: the archive has another format. `now` as of `recognizeFile`. */
export async function recognizeArchive(archive: ArchiveReader, now: Date): Promise<ForeignFile | null> {
  if (await archive.find(MANIFEST)) return { format: 'bank_archive', items: () => itemsOf(archive) };
  const member = await jsonMemberOf(archive);
  return member && recognizeFile(() => textsOf(member), now);
}
