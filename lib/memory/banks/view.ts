import { formatTimestamp, stampOrNull } from '#lib/base/contract/fields';
import type { BankListItem, BankProfile } from '#lib/memory/banks/contract';
import type { BankListRow, BankRow } from '#lib/memory/banks/store';

export const toProfile = (row: BankRow): BankProfile => ({
  bank_id: row.id,
  name: row.name,
  disposition: { skepticism: row.skepticism, literalism: row.literalism, empathy: row.empathy },
  mission: row.mission,
  background: row.mission,
});

export const toListItem = (row: BankListRow): BankListItem => ({
  bank_id: row.id,
  name: row.name,
  disposition: { skepticism: row.skepticism, literalism: row.literalism, empathy: row.empathy },
  mission: row.mission,
  created_at: formatTimestamp(row.created_at),
  updated_at: formatTimestamp(row.updated_at),
  fact_count: row.unit_count,
  last_document_at: stampOrNull(row.last_document_at),
  last_write_at: stampOrNull(row.last_write_at),
});
