import { formatTimestamp } from '#lib/base/contract/fields';
import type { Directive } from '#lib/memory/directives/contract';
import type { DirectiveRow } from '#lib/memory/directives/store';
import type { DirectiveUse } from '#lib/memory/directives/use';

export const toDirective = (row: DirectiveRow, bankId: string): Directive => ({
  id: row.id,
  bank_id: bankId,
  name: row.name,
  content: row.content,
  priority: row.priority,
  is_active: row.is_active,
  tags: row.tags,
  created_at: formatTimestamp(row.created_at),
  updated_at: formatTimestamp(row.updated_at),
});

/** The directives without effect; null: there are none. */
export function toUnapplied(uses: readonly DirectiveUse[]) {
  const unapplied = uses.flatMap(({ id, name, unapplied: reason }) => (reason === null ? [] : { id, name, reason }));
  return unapplied.length > 0 ? unapplied : null;
}
