import { type SQL, sql } from '#lib/base/db/db';
import { type TagFilter, treeCondition } from '#lib/base/tags/filter';

/**
 * The validity of a memory `m` as a reader may see it: a memory that is deleted, invalidated or
 * hidden by the tag filter ends nothing, and its id and time are not sent. The columns need the
 * join.
 */
export const VISIBLE_VALIDITY = `m.valid_from, case when m.superseded_by is null or n.id is not null then m.valid_to end as valid_to, n.id as superseded_by,
      case when m.superseded_by is null or n.id is not null then m.validity_source end as validity_source,
      case when m.superseded_by is null or n.id is not null then m.validity_reason end as validity_reason`;

const SUCCESSOR = `left join memories n on n.bank_uid = m.bank_uid and n.id = m.superseded_by and n.state = 'valid'`;

/** Joins the memory that replaced `m`, if the filter shows it. */
export const successorJoin = (tags: TagFilter | null): SQL => sql`${sql.raw(SUCCESSOR)} and ${treeCondition(tags, sql`n.tags`)}`;

/** The same for a reader of the whole bank, as text. */
export const SUCCESSOR_JOIN = SUCCESSOR;

/** Whether something limits the validity of `m`; the words are those of an index. */
const LIMITED = '(m.valid_from is not null or m.valid_to is not null or m.superseded_by is not null)';

/** Whether a memory that the filter shows replaced `m`. */
const isReplaced = (tags: TagFilter | null): SQL =>
  sql`exists (select from memories n where n.bank_uid = m.bank_uid and n.id = m.superseded_by and n.state = 'valid'
    and ${treeCondition(tags, sql`n.tags`)} offset 0)`;

/** Memories that are no longer true, or those that are. */
export interface EndedFilter {
  readonly isEnded: boolean;
  /** the time for ends of their own; null: now */
  readonly at: Date | null;
}

/**
 * Whether `m` is no longer true: a memory that the filter shows replaced it, or its own end, which
 * was given or set by hand, has passed.
 */
export const endedIs = ({ isEnded, at }: EndedFilter, tags: TagFilter | null): SQL =>
  sql`${sql.raw(isEnded ? '' : 'not ')}(${sql.raw(LIMITED)} and (${isReplaced(tags)} or (m.superseded_by is null and m.valid_to is not null
    and m.valid_to <= ${at === null ? sql`now()` : sql`${at}::timestamptz`})))`;

/** Whether the memory `id`, if the filter shows it, replaced `m`. */
export const replacedBy = (id: string, tags: TagFilter | null): SQL => sql`(m.superseded_by = ${id}::uuid and ${isReplaced(tags)})`;

/** The columns of `VISIBLE_VALIDITY`. */
export interface ValidityColumns {
  valid_from: Date | null;
  valid_to: Date | null;
  superseded_by: string | null;
  validity_source: string | null;
  validity_reason: string | null;
}
