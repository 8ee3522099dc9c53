import type { Queryable } from '#lib/base/db/db';
import type { BankScope } from '#lib/base/scope';
import { applyDecisions } from '#lib/memory/mental-models/decisions/apply';
import { rulingsOf } from '#lib/memory/mental-models/decisions/ruling';
import { sourcesFor } from '#lib/memory/mental-models/decisions/sources';
import { readDecisions } from '#lib/memory/mental-models/decisions/store';
import { citedIds, renderDocument } from '#lib/memory/mental-models/refresh/document';
import type { CitedFact, Document } from '#lib/memory/mental-models/refresh/port';

interface DecidedContent {
  readonly document: Document;
  readonly content: string;
  readonly basedOn: readonly CitedFact[];
}

/**
 * A document as all decisions about blocks of its mental model leave it. `basedOn`: what it cites,
 * at least. Without decisions it is the same object.
 */
export async function decidedContent(
  db: Queryable,
  scope: BankScope,
  id: string,
  document: Document,
  basedOn: readonly CitedFact[],
): Promise<DecidedContent> {
  const rulings = rulingsOf(await readDecisions(db, scope, id));
  const facts = new Map([...rulings.flatMap(({ cited }) => cited), ...basedOn].map((fact) => [fact.id, fact]));
  const decided = applyDecisions(document, rulings, await sourcesFor(db, scope, [...facts.values()]));
  return { document: decided, content: renderDocument(decided), basedOn: citedIds(decided).flatMap((one) => facts.get(one) ?? []) };
}
