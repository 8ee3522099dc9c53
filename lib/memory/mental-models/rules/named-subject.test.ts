import { expect, it } from 'vitest';
import { isAboutOthers, type NamingEvidence } from '#lib/memory/mental-models/rules/named-subject';

const fact = (document: string, text: string, ...entities: string[]): NamingEvidence => ({
  ...{ text, entities, context: '', speaker: null, document: { id: document, chunkId: null, position: 0 } },
});
const QUESTION = 'What does Acme want, and what was promised?';
const ACME = [
  fact('acme-1', 'Acme wants three ovens.', 'Acme'),
  fact('acme-1', 'Jane Porter is the contact at Acme.', 'Jane Porter', 'Acme'),
  fact('acme-2', 'Acme was visited in May.', 'Acme'),
  fact('weekly', 'Acme pays late.', 'Acme'),
];
const OTHERS = [fact('corvane', 'Corvane wants a grill.', 'Corvane'), fact('corvane', 'A discount was promised.')];
const OWN = [
  fact('acme-1', 'A delivery in May was promised.'),
  fact('acme-2', 'Jane Porter asked for a discount.', 'Jane Porter'),
  fact('acme-2', 'Omar Haddad joined the call.', 'Omar Haddad'),
  fact('weekly', 'Nobody was ill.'),
  fact('rules', 'Every promise is written down.'),
];
const LISTED = [
  fact('weekly', 'Acme and Corvane were visited.', 'Acme', 'Corvane'),
  fact('corvane-2', 'Corvane pays early.', 'Corvane'),
  fact('corvane-3', 'Corvane wants a mixer.', 'Corvane'),
  fact('corvane-4', 'Corvane moved.', 'Corvane'),
];
const MIXED = fact('weekly', 'Corvane was promised a discount.', 'Corvane');
const about = (facts: readonly NamingEvidence[], query = QUESTION) => {
  const isOther = isAboutOthers(query, facts);
  return facts.filter(isOther).map(({ text }) => text);
};

it('finds memories about another party than the question names', () => {
  expect(about([...ACME, ...OWN, ...OTHERS, MIXED])).toEqual([...OTHERS, MIXED].map(({ text }) => text));
});

it('finds memories about a party that one list mentions together with the subject', () => {
  expect(about([...ACME, ...OWN, ...OTHERS, ...LISTED])).toEqual([...OTHERS, ...LISTED.slice(1)].map(({ text }) => text));
});

it('finds none without a name in the question, or with few memories that mention it', () => {
  expect(about([...ACME, ...OTHERS], 'What was promised, and to whom?')).toEqual([]);
  expect(about([...ACME.slice(1), ...OTHERS])).toEqual([]);
  expect(about(OTHERS)).toEqual([]);
});
