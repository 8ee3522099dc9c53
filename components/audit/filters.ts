import { parseAsArrayOf, parseAsString, parseAsStringLiteral } from 'nuqs';
import { parseAsTime } from '#components/shell/address';
import { AUDIT_ACTIONS, type AuditAction } from '#lib/access/audit/literals';

/** All filters are part of the URL. */
export const auditParams = {
  q: parseAsString.withDefault(''),
  actor: parseAsString.withDefault(''),
  target: parseAsString.withDefault(''),
  action: parseAsArrayOf(parseAsStringLiteral(AUDIT_ACTIONS)).withDefault([]),
  from: parseAsTime.withDefault(''),
  to: parseAsTime.withDefault(''),
  order: parseAsStringLiteral(['desc', 'asc']).withDefault('desc'),
  entry: parseAsString,
};

export interface AuditFilters {
  readonly q: string;
  readonly actor: string;
  readonly target: string;
  readonly action: readonly AuditAction[];
  readonly from: string;
  readonly to: string;
}

/** The query of the request, without empty filters. */
export const queryOf = ({ q, actor, target, action, from, to }: AuditFilters) => ({
  ...(q !== '' && { q }),
  ...(actor !== '' && { actor }),
  ...(target !== '' && { target }),
  ...(action.length > 0 && { action: [...action] }),
  ...(from !== '' && { from }),
  ...(to !== '' && { to }),
});

const groupOf = (action: AuditAction): string => action.slice(0, action.indexOf('.'));

/** Actions grouped by object, in the order of the labels. */
export const actionGroups = (): readonly (readonly [string, readonly AuditAction[]])[] =>
  [...new Set(AUDIT_ACTIONS.map(groupOf))].map((group) => [group, AUDIT_ACTIONS.filter((action) => groupOf(action) === group)]);

/**
 * Converts a time of the URL to the value of a `datetime-local` field (without a zone) and
 * back. Both are in UTC.
 */
export const toField = (at: string): string => {
  const time = Date.parse(/(?:z|[+-]\d{2}:?\d{2})$/i.test(at) || at.length === 10 ? at : `${at}Z`);
  return Number.isNaN(time) ? '' : new Date(time).toISOString().slice(0, 16);
};
export const fromField = (text: string): string => (text === '' ? '' : `${text}Z`);
