import type { JsonElement } from '#lib/memory/transfer/formats/elements';
import { asWords, isRecord, type JsonRecord, TimesOf, textIn } from '#lib/memory/transfer/formats/fields';
import type { Format } from '#lib/memory/transfer/formats/format';
import { conflict, type ForeignItem, foreignMemory } from '#lib/memory/transfer/formats/items';

/**
 * The file of the MCP memory server: a line for each entity, with its observations, and for each
 * relation. Also the answer of its `read_graph`, an object with `entities` and `relations`.
 */

const isEntity = (record: JsonRecord): boolean =>
  typeof record.name === 'string' && typeof record.entityType === 'string' && Array.isArray(record.observations);

const isRelation = (record: JsonRecord): boolean =>
  typeof record.from === 'string' && typeof record.to === 'string' && typeof record.relationType === 'string';

/** An observation is a text; derived servers write objects with its time. */
function observationOf(value: unknown, path: string): { text: string | null; times: TimesOf | null } {
  if (typeof value === 'string') return { text: value.trim() === '' ? null : value, times: null };
  return isRecord(value)
    ? { text: textIn(value, 'content', 'text', 'observation'), times: new TimesOf(value, path) }
    : { text: null, times: null };
}

/** Observations do not repeat the name of their entity. */
const sentence = (name: string, text: string): string => (text.toLowerCase().includes(name.toLowerCase()) ? text : `${name}: ${text}`);

function* entityOf(record: JsonRecord, path: string): Generator<ForeignItem> {
  const name = textIn(record, 'name');
  if (name === null) return yield conflict('no_text', path);
  yield { kind: 'entity', name, type: textIn(record, 'entityType') };
  const own = new TimesOf(record, path);
  const mentionedAt = own.first('timestamp', 'createdAt', 'created_at');
  for (const [i, value] of (Array.isArray(record.observations) ? record.observations : []).entries()) {
    const { text, times } = observationOf(value, `${path}.observations[${i}]`);
    if (text === null) yield conflict('no_text', `${path}.observations[${i}]`);
    else {
      const at = times?.first('timestamp', 'createdAt', 'created_at') ?? mentionedAt;
      yield foreignMemory(sentence(name, text), { mentionedAt: at, entities: [name] });
      yield* times?.conflicts ?? [];
    }
  }
  yield* own.conflicts;
}

function* relationOf(record: JsonRecord, path: string, names: ReadonlySet<string>): Generator<ForeignItem> {
  const [from, type, to] = [textIn(record, 'from'), textIn(record, 'relationType'), textIn(record, 'to')];
  if (from === null || type === null || to === null) return yield conflict('no_text', path);
  if (!names.has(from) || !names.has(to)) yield conflict('missing_entity', path);
  const times = new TimesOf(record, path);
  yield { kind: 'relation', from, type, to };
  yield foreignMemory(`${from} ${asWords(type)} ${to}`, {
    mentionedAt: times.first('timestamp', 'createdAt', 'created_at'),
    metadata: { relation: type },
    entities: [from, to],
  });
  yield* times.conflicts;
}

export const mcpMemory: Format = {
  name: 'mcp_memory',

  recognizes: ({ value }: JsonElement) => isRecord(value) && (isEntity(value) || isRelation(value)),

  async *read(open) {
    const names = new Set<string>();
    for await (const { value } of open()) if (isRecord(value) && isEntity(value)) names.add(String(value.name));
    for await (const { value, path } of open()) {
      if (!isRecord(value)) continue;
      if (isEntity(value)) yield* entityOf(value, path);
      else if (isRelation(value)) yield* relationOf(value, path, names);
      else yield conflict('unknown_record', path);
    }
  },
};
