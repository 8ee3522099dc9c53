import type { AuditEntryView } from '#lib/access/audit/contract';
import type { AuditRow } from '#lib/access/audit/store';
import { formatTimestamp } from '#lib/base/contract/fields';
import { defined } from '#lib/base/defined';
import { isUuid } from '#lib/base/ids';
import { csvLine } from '#lib/base/text/csv';

export const toEntry = (row: AuditRow): AuditEntryView => ({
  id: row.id,
  at: formatTimestamp(row.at),
  actor: { kind: row.actor_kind, id: row.actor_id, label: row.actor_label },
  action: row.action,
  target: { kind: row.target_kind, id: row.target_id, label: row.target_label },
  before: row.before,
  after: row.after,
  request_id: row.request_id,
  address: row.address,
});

const COLUMNS = {
  at: (entry) => entry.at,
  actor_kind: (entry) => entry.actor.kind,
  actor_id: (entry) => entry.actor.id,
  actor: (entry) => entry.actor.label,
  action: (entry) => entry.action,
  target_kind: (entry) => entry.target.kind,
  target_id: (entry) => entry.target.id,
  target: (entry) => entry.target.label,
  before: (entry) => entry.before && JSON.stringify(entry.before),
  after: (entry) => entry.after && JSON.stringify(entry.after),
  request_id: (entry) => entry.request_id,
  address: (entry) => entry.address,
} as const satisfies Record<string, (entry: AuditEntryView) => string | null>;

export const toCsv = (entries: readonly AuditEntryView[]): string =>
  [Object.keys(COLUMNS), ...entries.map((entry) => Object.values(COLUMNS).map((of) => of(entry)))].map(csvLine).join('');

/** Encodes a place in the log as an opaque cursor. */
export const toCursor = ({ at, id }: Pick<AuditRow, 'at' | 'id'>): string => Buffer.from(`${at.getTime()} ${id}`).toString('base64url');

const CURSOR = /^(\d{1,15}) ([0-9a-f-]{36})$/;

/** Returns null if the text is not one of our cursors. */
export function fromCursor(text: string): { at: Date; id: string } | null {
  const found = CURSOR.exec(Buffer.from(text, 'base64url').toString('latin1'));
  return found && isUuid(defined(found[2])) ? { at: new Date(Number(found[1])), id: defined(found[2]) } : null;
}
