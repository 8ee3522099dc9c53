import type { AuditEntryView } from '#lib/access/audit/contract';

/** The changes of an entry, field by field. */

export type Value = string | number | boolean | null;

export type FieldChange =
  /** One value replaced another. */
  | { readonly kind: 'replaced'; readonly field: string; readonly before: Value; readonly after: Value }
  /** A set gained or lost members. A side of null means all members. */
  | {
      readonly kind: 'set';
      readonly field: string;
      readonly added: readonly string[];
      readonly removed: readonly string[];
      readonly unchanged: readonly string[];
      readonly wasAll: boolean;
      readonly isAll: boolean;
    }
  /** A value without a previous one, such as a field of a new object or a detail of the action. */
  | { readonly kind: 'stated'; readonly field: string; readonly value: Value | readonly string[] }
  /** A value of a deleted object. */
  | { readonly kind: 'deleted'; readonly field: string; readonly value: Value | readonly string[] };

const isList = (value: unknown): value is unknown[] => Array.isArray(value);

const plain = (value: unknown): Value => {
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  return JSON.stringify(value);
};
const shown = (value: unknown): Value | readonly string[] => (isList(value) ? value.map(String) : plain(value));

function setChange(field: string, before: unknown, after: unknown): FieldChange {
  const was = isList(before) ? before.map(String) : [];
  const is = isList(after) ? after.map(String) : [];
  return {
    kind: 'set',
    field,
    added: is.filter((each) => !was.includes(each)),
    removed: was.filter((each) => !is.includes(each)),
    unchanged: is.filter((each) => was.includes(each)),
    wasAll: before === null,
    isAll: after === null,
  };
}

function changeOf(field: string, before: unknown, after: unknown): FieldChange {
  if (before === undefined) return { kind: 'stated', field, value: shown(after) };
  if (after === undefined) return { kind: 'deleted', field, value: shown(before) };
  if (isList(before) || isList(after)) return setChange(field, before, after);
  return { kind: 'replaced', field, before: plain(before), after: plain(after) };
}

/** In the order of the fields, those of `before` first. */
export function changesOf({ before, after }: Pick<AuditEntryView, 'before' | 'after'>): FieldChange[] {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return fields.map((field) => changeOf(field, before?.[field], after?.[field]));
}
