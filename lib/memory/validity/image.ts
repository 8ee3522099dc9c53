import type { Actor } from '#lib/base/scope';
import type { ValidityChange } from '#lib/memory/validity/literals';

/** SQL that records the state of memories before a change, for `memory_revisions`. */

/** The state of a memory `m` for `memory_revisions.before`; see `Image`. */
export const IMAGE = `jsonb_build_object('text', m.text, 'context', m.context, 'speaker', m.speaker, 'fact_type', m.fact_type, 'tokens', m.tokens,
    'term_count', m.term_count, 'search', m.search::text, 'occurred_start', m.occurred_start, 'occurred_end', m.occurred_end, 'mentioned_at', m.mentioned_at,
    'time_precision', m.time_precision, 'fingerprint', m.fingerprint::text, 'edited_at', m.edited_at, 'names_given', m.names_given, 'state', m.state,
    'invalidation_reason', m.invalidation_reason, 'valid_from', m.valid_from, 'valid_to', m.valid_to, 'superseded_by', m.superseded_by,
    'validity_source', m.validity_source, 'validity_reason', m.validity_reason, 'entities', coalesce((
      select jsonb_agg(jsonb_build_object('id', e.id, 'name', e.canonical_name, 'kind', e.kind, 'spellings', x.spellings) order by e.id) from memory_entities x
      join entities e on e.bank_uid = x.bank_uid and e.id = x.entity_id where x.bank_uid = m.bank_uid and x.memory_id = m.id), '[]'))`;

/** The values of the columns `actor_kind`, `actor_id` and `actor_label`. */
export const actorValues = ({ kind, keyId, userId, label }: Actor): [kind: string, id: string | null, label: string] => [
  kind,
  userId ?? keyId,
  label,
];

/** Placeholders in a statement. */
interface RecordPlaces {
  readonly revision: string;
  /** of `actorValues` */
  readonly actor: readonly [kind: string, id: string, label: string];
}

/**
 * Parts of a statement that insert revisions of the memories in the relation `from`, which has
 * their columns, before a change by rules or by a repeated text. Of one write, the first recorded
 * state counts. Citus 14 cannot insert what it reads from a table of a cell in the same part.
 */
export const recordedBefore = (from: string, action: ValidityChange, { revision, actor: [kind, id, label] }: RecordPlaces): string =>
  `images as materialized (
  select m.bank_uid, m.id, ${IMAGE} as before from ${from} m
  where not exists (select from memory_revisions r where r.bank_uid = m.bank_uid and r.memory_id = m.id and r.revision = ${revision}::bigint offset 0)
), recorded as (
  insert into memory_revisions (bank_uid, memory_id, revision, action, before, actor_kind, actor_id, actor_label)
  select i.bank_uid, i.id, ${revision}::bigint, '${action}', i.before, ${kind}::text, ${id}::uuid, ${label}::text from images i
)`;
