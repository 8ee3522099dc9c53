import { bestHits } from '#components/shell/word-match';

interface NamedBank {
  readonly bank_id: string;
  readonly name: string;
}

/**
 * The hits of a search for a bank: the one with this id or name first, then those that begin with
 * the text, then the others. Among equal ones those of `recent`, its first ids first.
 */
export function rankedBanks<Bank extends NamedBank>(banks: readonly Bank[], text: string, recent: readonly string[]): Bank[] {
  const rankOf = ({ bank_id }: Bank): number => (recent.includes(bank_id) ? recent.indexOf(bank_id) : recent.length);
  const latestFirst = [...banks].sort((a, b) => rankOf(a) - rankOf(b));
  return bestHits(latestFirst, text, ({ bank_id, name }) => [bank_id, name]);
}
