import { changesOf, type FieldChange, type Value } from '#components/audit/difference';
import { audit as t } from '#components/strings/audit';
import { number } from '#components/strings/counted';
import { ui } from '#components/strings/ui';
import { phrase } from '#components/ui/phrase';
import { dayText, momentText } from '#components/ui/time';
import type { AuditEntryView } from '#lib/access/audit/contract';
import { AUDIT_PARTS } from '#lib/access/audit/literals';

export const fieldName = (field: string): string => t.fields[field] ?? field.replaceAll('_', ' ');

const TIMESTAMP = /^\d{4}-\d{2}-\d{2}T/;

/** Formats a value. Null depends on the field: no expiry, all banks or none. */
export function valueText(field: string, value: Value): string {
  if (value === null)
    return field === 'expires_at' || field === 'expires_in_days' ? t.never : field === 'allowed_bank_ids' ? t.allBanks : t.none;
  if (typeof value === 'boolean') return value ? t.yes : t.no;
  if (typeof value === 'number') return field === 'expires_in_days' ? t.days(value) : number(value);
  if (TIMESTAMP.test(value)) return momentText(value);
  return t.values[field]?.[value] ?? value;
}

export const listText = (field: string, list: readonly string[]): string =>
  list.length === 0 ? (field === 'allowed_bank_ids' ? t.noBanks : t.none) : ui.series(list);

const statedText = (field: string, value: Value | readonly string[]): string =>
  typeof value === 'object' && value !== null ? listText(field, value) : valueText(field, value);

/** A short summary for a row. Empty if the entry has no relevant fields. */
export function summaryOf(entry: AuditEntryView): string {
  const changes = changesOf(entry);
  const first = changes.find(({ kind }) => kind === 'replaced' || kind === 'set') ?? changes.find((each) => isWorthARow(each));
  return first ? changeText(first) : '';
}

/** Fields that fit into a row. The drawer shows all fields. */
const IN_A_ROW: readonly string[] = ['role', 'code', 'method', 'revoked', 'sessions_ended', 'allowed_bank_ids', 'by'];
const isWorthARow = ({ field }: FieldChange): boolean => IN_A_ROW.includes(field);

function changeText(change: FieldChange): string {
  const { field } = change;
  switch (change.kind) {
    case 'replaced':
      return `${valueText(field, change.before)} → ${valueText(field, change.after)}`;
    case 'set': {
      if (change.isAll) return ui.labeled(fieldName(field), `→ ${t.allBanks}`);
      if (change.wasAll) return `${t.allBanks} → ${listText(field, change.added)}`;
      return [...change.added.map((each) => `+ ${each}`), ...change.removed.map((each) => `− ${each}`)].join('  ');
    }
    case 'stated':
    case 'deleted':
      return field === 'role' || field === 'method' || field === 'allowed_bank_ids'
        ? statedText(field, change.value)
        : ui.labeled(fieldName(field), statedText(field, change.value));
  }
}

/**
 * "priya@example.org revoked the key Front desk", as a text with slots for actor and target.
 * `target` is null if the sentence has no target.
 */
export function sentenceOf(entry: AuditEntryView): { text: string; actor: string; target: string | null } {
  const { action, actor, target } = entry;
  const isSelf = actor.label === target.label && target.kind === 'session';
  const text = isSelf && action === 'session.end' ? t.endedSessions : t.actions[action].sentence;
  return { text, actor: actor.label, target: text.includes('{target}') ? targetText(entry) : null };
}

/** `sentenceOf` as a plain string. */
export function sentenceText(entry: AuditEntryView): string {
  const { text, actor, target } = sentenceOf(entry);
  return phrase(text, { actor, target: target ?? '' });
}

/** The target, including the document with its bank, and the bank of a refused path. */
function targetText({ target, before, after }: AuditEntryView): string {
  const named = (field: string): string | null => {
    const value = before?.[field] ?? after?.[field];
    return typeof value === 'string' ? value : null;
  };
  if (target.kind === 'operation') return target.label.replace('{bank_id}', named('bank_id') ?? '{bank_id}');
  const part = target.kind === 'bank' ? AUDIT_PARTS.map(named).find((id) => id !== null) : null;
  return part ? `${target.label} / ${part}` : target.label;
}

const dayKey = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** "Today", "Yesterday", "19 Nov 2026", by the calendar of UTC. */
export function dayName(at: string, now: number): string {
  const day = dayKey(Date.parse(at));
  if (day === dayKey(now)) return t.today;
  return day === dayKey(now - 86_400_000) ? t.yesterday : dayText(at);
}

/** "09:41:03", in UTC. */
export const clockText = (at: string): string => new Date(at).toISOString().slice(11, 19);

/** Ids of the first entry of each day, in a list sorted by time. */
export function firstsOfDays(entries: readonly Pick<AuditEntryView, 'id' | 'at'>[]): ReadonlySet<string> {
  const starts = entries.filter((entry, index) => {
    const before = entries[index - 1];
    return !before || dayKey(Date.parse(before.at)) !== dayKey(Date.parse(entry.at));
  });
  return new Set(starts.map(({ id }) => id));
}
