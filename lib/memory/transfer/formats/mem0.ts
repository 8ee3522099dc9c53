import type { JsonElement } from '#lib/memory/transfer/formats/elements';
import {
  asWords,
  isRecord,
  type JsonRecord,
  metadataOf,
  picked,
  recordsIn,
  TimesOf,
  textIn,
  textsIn,
} from '#lib/memory/transfer/formats/fields';
import type { Format } from '#lib/memory/transfer/formats/format';
import { conflict, type ForeignItem, foreignMemory } from '#lib/memory/transfer/formats/items';

/**
 * mem0: answers of its lists of memories (`results` with `memory`, and `relations` of its graph),
 * rows of its vector store (`payload` with `data`), and the backup of OpenMemory (`content` with
 * `state`, as JSON or lines).
 */

const STATES = ['active', 'paused', 'archived', 'deleted'];
const LISTS: readonly (string | null)[] = [null, 'results', 'memories', 'data', 'items', 'points'];

/** Who or what a memory belongs to, by field, as tags. */
const OWNERS = { user_id: 'user', agent_id: 'agent', app_id: 'app', run_id: 'run', app: 'app', actor_id: 'actor' } as const;

/** Names of fields in the library for TypeScript. */
const CAMEL_CASE: Readonly<Record<string, string>> = {
  userId: 'user_id',
  agentId: 'agent_id',
  appId: 'app_id',
  runId: 'run_id',
  actorId: 'actor_id',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
  expirationDate: 'expiration_date',
};

const inSnakeCase = (record: JsonRecord): JsonRecord =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [CAMEL_CASE[name] ?? name, value]));

/** Fields of a row of the vector store. All others are metadata of the caller. */
const ROW_FIELDS: ReadonlySet<string> = new Set([
  ...Object.keys(OWNERS),
  ...['id', 'data', 'hash', 'role', 'created_at', 'updated_at', 'expiration_date', 'categories', 'metadata', 'text_lemmatized'],
]);

const isBackup = (record: JsonRecord): boolean =>
  STATES.includes(String(record.state)) && typeof record.content === 'string' && 'id' in record;

const isMemory = (record: JsonRecord): boolean =>
  typeof record.memory === 'string' && ['id', 'hash', 'user_id', 'userId', 'created_at', 'createdAt'].some((name) => name in record);

const isRow = ({ payload }: JsonRecord): boolean => isRecord(payload) && typeof payload.data === 'string' && 'hash' in payload;

/** The fields of the memory, wherever they are. */
function fieldsOf(record: JsonRecord): JsonRecord {
  const { payload } = record;
  if (!isRecord(payload) || !isRow(record)) return inSnakeCase(record);
  const fields = inSnakeCase({ ...payload, id: record.id });
  const given = Object.entries(fields).filter(([name]) => !ROW_FIELDS.has(name));
  return { ...fields, metadata: { ...(isRecord(fields.metadata) && fields.metadata), ...Object.fromEntries(given) } };
}

/** The points of an answer of Qdrant: one line, or the member `result` of an object. */
function pointsIn({ key, value }: JsonElement): JsonRecord[] {
  const result = key === null && isRecord(value) ? value.result : key === 'result' ? value : null;
  return isRecord(result) ? recordsIn(result, 'points').filter(isRow) : [];
}

interface Export {
  /** ISO 8601 */
  readonly now: string;
  readonly categories: ReadonlyMap<string, string>;
}

function* memoryOf(given: JsonRecord, path: string, { now, categories }: Export): Generator<ForeignItem> {
  const record = fieldsOf(given);
  if (record.state === 'archived' || record.state === 'deleted') return yield conflict('inactive', path);
  const text = textIn(record, 'memory', 'content', 'data', 'text');
  if (text === null) return yield conflict('no_text', path);
  const times = new TimesOf(record, path);
  const expiresAt = times.first('expiration_date');
  if (expiresAt !== null && expiresAt <= now) return yield conflict('inactive', path);
  const owners = Object.entries(OWNERS).flatMap(([field, prefix]) => {
    const owner = textIn(record, field);
    // The ids of backups are random, and name nothing outside of them.
    return owner === null || (isBackup(record) && field !== 'app') ? [] : [`${prefix}:${owner}`];
  });
  const named = textsIn(record, 'category_ids').flatMap((id) => categories.get(id) ?? []);
  yield foreignMemory(text, {
    id: textIn(record, 'id'),
    mentionedAt: times.first('updated_at', 'created_at'),
    expiresAt,
    tags: [...new Set([...owners, ...textsIn(record, 'categories'), ...named])],
    metadata: metadataOf(record.metadata, picked(record, 'role')),
  });
  yield* times.conflicts;
}

function* relationOf(record: JsonRecord, path: string): Generator<ForeignItem> {
  const from = textIn(record, 'source', 'from');
  const type = textIn(record, 'relationship', 'relation', 'relation_type');
  const to = textIn(record, 'target', 'destination', 'to');
  if (from === null || type === null || to === null) return yield conflict('unknown_record', path);
  yield { kind: 'relation', from, type, to };
  // No memory of the export states it.
  yield foreignMemory(`${from} ${asWords(type)} ${to}`, { metadata: { relation: type }, entities: [from, to] });
}

export const mem0: Format = {
  name: 'mem0',

  recognizes: (element: JsonElement) => {
    const { key, value } = element;
    return (isRecord(value) && LISTS.includes(key) && (isMemory(value) || isBackup(value) || isRow(value))) || pointsIn(element).length > 0;
  },

  async *read(open, now) {
    const categories = new Map<string, string>();
    const of = { now: now.toISOString(), categories };
    for await (const element of open()) {
      const { key, value, path } = element;
      if (!isRecord(value)) continue;
      const points = pointsIn(element);
      for (const [i, point] of points.entries()) yield* memoryOf(point, `${path}.points[${i}]`, of);
      if (points.length > 0) continue;
      if (key === 'relations') yield* relationOf(value, path);
      else if (key === 'categories') {
        const [id, name] = [textIn(value, 'id'), textIn(value, 'name')];
        if (id !== null && name !== null) categories.set(id, name);
      } else if (LISTS.includes(key)) yield* memoryOf(value, path, of);
    }
  },
};
