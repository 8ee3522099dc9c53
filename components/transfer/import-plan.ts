import { suggestedId } from '#components/banks/suggested-id';
import type { Permission } from '#lib/base/roles';
import type { DocumentConflict, ImportPreview } from '#lib/memory/transfer/contract';

/** What an import will do with a file. Pure. */

export type ImportTarget = { readonly kind: 'new'; readonly id: string } | { readonly kind: 'existing'; readonly id: string | null };

export interface ImportPlan {
  /** `restore`: a bank from its archive; `create`: a bank with the content; `add`: to a bank. */
  readonly kind: 'restore' | 'create' | 'add';
  readonly bankId: string;
  readonly conflict: DocumentConflict;
}

/** The kind of import, before the bank is chosen. */
export function importKindOf(format: ImportPreview['format'] | undefined, target: ImportTarget['kind']): ImportPlan['kind'] {
  if (target === 'existing') return 'add';
  return format === 'bank_archive' ? 'restore' : 'create';
}

/** Null while no bank is chosen. */
export function planOf(format: ImportPreview['format'], target: ImportTarget, conflict: DocumentConflict): ImportPlan | null {
  const bankId = target.id?.trim() ?? '';
  const kind = importKindOf(format, target.kind);
  return bankId === '' ? null : { kind, bankId, conflict: kind === 'add' ? conflict : 'skip' };
}

/** The permissions that an import needs. */
export const NEEDED: Readonly<Record<ImportPlan['kind'], readonly Permission[]>> = {
  restore: ['bank.delete', 'bank.create'],
  create: ['bank.create'],
  add: ['bank.write'],
};

/** An id for a new bank: that of the original, or one like the name of the file. */
export const suggestedTarget = (preview: Pick<ImportPreview, 'source_bank_id'>, filename: string): string =>
  preview.source_bank_id ?? suggestedId(filename.replace(/\.\w+$/, ''));

/** The number of records of the file that are omitted or incomplete, by reason. */
export const issuesOf = ({ conflicts }: Pick<ImportPreview, 'conflicts'>): [reason: string, n: number][] =>
  Object.entries(conflicts).filter((entry): entry is [string, number] => (entry[1] ?? 0) > 0);
