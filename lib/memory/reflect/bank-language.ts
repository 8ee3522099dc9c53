import type { Queryable } from '#lib/base/db/db';
import type { BankScope } from '#lib/base/scope';
import { type Language, languageOf } from '#lib/base/text/languages/of';
import { isUncertain, languageOfQuestion } from '#lib/memory/reflect/phrases/wording';

/** Enough memories to show the language of a bank. */
const SAMPLE = 40;

/**
 * The language of a question without evidence: its own, or, if its words do not show one, that of
 * most memories of the bank. One statement, and none for a plain question.
 */
export async function languageWithoutEvidence(reader: Queryable, { bank }: BankScope, query: string): Promise<Language> {
  if (bank === null || !isUncertain(query)) return languageOf(query);
  const rows = await reader.query<{ text: string }>({
    name: 'reflect_bank_language',
    text: `select text from memories where bank_uid = $1 and state = 'valid' order by id limit ${SAMPLE}`,
    values: [bank.uid],
  });
  return languageOfQuestion(query, rows);
}
