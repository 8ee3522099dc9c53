import { describe, expect, it } from 'vitest';
import { isOfAskedKind, withKindWords } from '#lib/memory/mental-models/rules/statement-kinds';

const STATEMENTS = {
  decision: 'We chose Postgres over Redis, because backups are easier.',
  rule: 'Customer emails are never logged.',
  concept: 'A dunning run is a series of reminders.',
  component: 'The worker runs background jobs.',
  feature: 'feat(import): read the price list every night',
};

describe('the kind of statements that a question asks for', () => {
  it.each([
    ['Which decisions were made, why, and what was decided before?', ['decision']],
    ['How do we work, which rules and tools do we use, and what do we avoid?', ['rule']],
    ['What conventions and recurring patterns does this project follow?', ['rule']],
    ['What are the core concepts of this project?', []],
    ['What are the core concepts, and the vocabulary?', ['concept']],
    ['What are the main components, and what is each responsible for?', ['component']],
    ['What are the major initiatives and features?', ['feature']],
    ['Which decisions about Redis were made?', []],
    ['Where does Ana live?', []],
    ['Quelles sont les conventions de l’équipe et les décisions ?', []],
  ])('%s', (question, kinds) => {
    const isAsked = isOfAskedKind(question);
    expect(Object.entries(STATEMENTS).flatMap(([kind, text]) => (isAsked(text) ? [kind] : []))).toEqual(kinds);
    expect(withKindWords(question) === question).toBe(kinds.length === 0);
  });
});
