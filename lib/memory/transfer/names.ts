import { distinct, entitiesOf } from '#lib/base/text/entities';
import { NO_NAMES } from '#lib/base/text/known-names';
import { readSentences } from '#lib/base/text/sentences';
import type { ParsedDocument } from '#lib/memory/transfer/archive/records';

const namesIn = (text: string): string[] =>
  distinct(entitiesOf(text, readSentences(text), { known: NO_NAMES }).flat()).map(({ name }) => name);

/**
 * A document whose facts name their entities: a fact without any gets those that a retain finds in
 * its text without a model. Pure.
 */
export const withNames = (document: ParsedDocument): ParsedDocument => ({
  ...document,
  facts: document.facts.map((fact) => (fact.entities?.length ? fact : { ...fact, entities: namesIn(fact.text) })),
});
