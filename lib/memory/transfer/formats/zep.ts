import type { JsonElement } from '#lib/memory/transfer/formats/elements';
import { isRecord, type JsonRecord, metadataOf, picked, TimesOf, textIn, textsIn } from '#lib/memory/transfer/formats/fields';
import type { Format } from '#lib/memory/transfer/formats/format';
import { conflict, type ForeignItem, foreignDocument, foreignMemory } from '#lib/memory/transfer/formats/items';

/**
 * Zep and Graphiti: nodes, edges and episodes of a graph, as their lists return them. A fact is an
 * edge between two nodes with the time in which it was true; an episode is the text it is from.
 */

const isNode = (record: JsonRecord): boolean =>
  typeof record.uuid === 'string' &&
  typeof record.name === 'string' &&
  (Array.isArray(record.labels) || typeof record.summary === 'string');

const isEdge = (record: JsonRecord): boolean =>
  typeof record.fact === 'string' && ['source_node_uuid', 'valid_at', 'invalid_at', 'uuid'].some((name) => name in record);

const isEpisode = (record: JsonRecord): boolean =>
  typeof record.uuid === 'string' &&
  typeof record.content === 'string' &&
  ['source', 'source_description', 'role_type', 'entity_edges', 'thread_id', 'processed'].some((name) => name in record);

/** Labels that every node has, or that say nothing about it. */
const PLAIN_LABELS = ['Entity', 'Node', 'Episodic', 'Community'];

const groupTags = (record: JsonRecord): string[] => {
  const group = textIn(record, 'group_id', 'graph_id', 'user_id');
  return group === null ? [] : [`group:${group}`];
};

function* nodeOf(record: JsonRecord, path: string): Generator<ForeignItem> {
  const name = textIn(record, 'name');
  if (name === null) return yield conflict('no_text', path);
  yield { kind: 'entity', name, type: textsIn(record, 'labels').find((label) => !PLAIN_LABELS.includes(label)) ?? null };
  const summary = textIn(record, 'summary');
  if (summary === null) return;
  const times = new TimesOf(record, path);
  yield foreignMemory(summary, {
    id: textIn(record, 'uuid'),
    type: 'observation',
    mentionedAt: times.first('created_at'),
    tags: groupTags(record),
    metadata: metadataOf(record.attributes),
    entities: [name],
  });
  yield* times.conflicts;
}

/** `names`: of the nodes by their uuids */
function* edgeOf(record: JsonRecord, path: string, names: ReadonlyMap<string, string>): Generator<ForeignItem> {
  const text = textIn(record, 'fact');
  if (text === null) return yield conflict('no_text', path);
  const end = (side: 'source' | 'target'): string | null =>
    names.get(String(record[`${side}_node_uuid`])) ?? textIn(record, `${side}_node_name`);
  const [from, to, type] = [end('source'), end('target'), textIn(record, 'name')];
  const times = new TimesOf(record, path);
  const validFrom = times.first('valid_at');
  // A fact that was superseded without a known time ended when that was seen.
  const validTo = times.first('invalid_at', 'expired_at');
  const isReversed = validFrom !== null && validTo !== null && validTo < validFrom;
  const [episode] = [...textsIn(record, 'episodes'), ...textsIn(record, 'episode_uuids')];
  yield foreignMemory(text, {
    id: textIn(record, 'uuid'),
    mentionedAt: times.first('reference_time', 'created_at'),
    validFrom: isReversed ? null : validFrom,
    validTo,
    tags: groupTags(record),
    metadata: metadataOf(record.attributes, type === null ? {} : { relation: type }),
    entities: [from, to].filter((name) => name !== null),
    documentId: episode ?? null,
  });
  yield* times.conflicts;
  if (isReversed) yield conflict('invalid_time', path);
  if (from !== null && to !== null && type !== null) yield { kind: 'relation', from, type, to };
  else if (from === null || to === null) yield conflict('missing_entity', path);
}

function* episodeOf(record: JsonRecord, path: string): Generator<ForeignItem> {
  const text = textIn(record, 'content');
  if (text === null) return yield conflict('no_text', path);
  const times = new TimesOf(record, path);
  const speaker = textIn(record, 'role', 'role_type');
  yield foreignDocument(speaker === null ? text : `${speaker}: ${text}`, {
    id: textIn(record, 'uuid'),
    context: textIn(record, 'source_description', 'name'),
    mentionedAt: times.first('valid_at', 'created_at'),
    tags: groupTags(record),
    metadata: metadataOf(record.metadata, picked(record, 'source', 'thread_id', 'session_id')),
  });
  yield* times.conflicts;
}

export const zep: Format = {
  name: 'zep',

  recognizes: ({ value }: JsonElement) => isRecord(value) && (isEdge(value) || isNode(value) || isEpisode(value)),

  async *read(open) {
    const names = new Map<string, string>();
    for await (const { value } of open()) {
      if (isRecord(value) && isNode(value) && !isEdge(value)) names.set(String(value.uuid), String(value.name));
    }
    for await (const { value, path } of open()) {
      if (!isRecord(value)) continue;
      if (isEdge(value)) yield* edgeOf(value, path, names);
      else if (isEpisode(value)) yield* episodeOf(value, path);
      else if (isNode(value)) yield* nodeOf(value, path);
      else if (path.endsWith(']')) yield conflict('unknown_record', path);
    }
  },
};
