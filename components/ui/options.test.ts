import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  answeredBy,
  type Choice,
  choiceAt,
  enter,
  highlightedOf,
  isWaiting,
  movedBy,
  type OptionGroup,
  queryOf,
} from '#components/ui/options';

const answer = (answers: string | null, ...ids: string[]): OptionGroup => ({ answers, ids });
const at = (text: string, moved: string | null = null): Choice => ({ text, moved, isEntered: false });

test('the first option is highlighted, also when the options change', () => {
  expect(highlightedOf([answer('', 'a', 'b')], at(''))).toBe('a');
  expect(highlightedOf([answer('c'), answer('c', 'c')], at('c'))).toBe('c');
  expect(highlightedOf([answer('c')], at('c'))).toBeNull();
});

test('an option of another text is neither highlighted nor chosen', () => {
  const old = [answer('', 'a', 'b')];
  expect(highlightedOf(old, at('x'))).toBeNull();
  expect(highlightedOf(old, at('x', 'b'))).toBeNull();
  expect(enter(old, at('x'))).toEqual({ chosen: null, isEntered: true });
});

test('an option waits for the groups before it, not for those after it', () => {
  expect(highlightedOf([answer('', 'a'), answer('x', 'all')], at('x'))).toBeNull();
  expect(highlightedOf([answer('x', 'page'), answer('', 'a')], at('x'))).toBe('page');
});

test('blanks around the text ask for nothing else', () => {
  expect(highlightedOf([answer('bank', 'a')], at(' bank '))).toBe('a');
});

test('a secondary option is chosen only after moving to it', () => {
  const groups = [answer('x'), { ...answer('x', 'all'), isSecondary: true }];
  expect(enter(groups, at('x'))).toEqual({ chosen: null, isEntered: false });
  expect(movedBy('ArrowDown', groups, at('x'))).toBe('all');
  expect(enter(groups, at('x', 'all')).chosen).toBe('all');
});

test('the option that the user moved to stays highlighted while the text is the same', () => {
  const move = at('x', 'b');
  expect(highlightedOf([answer('x', 'a', 'b')], move)).toBe('b');
  expect(highlightedOf([answer('x', 'new', 'a', 'b')], move)).toBe('b');
  expect(highlightedOf([answer('', 'old'), answer('x', 'b')], move)).toBe('b');
  expect(highlightedOf([answer('xy', 'a', 'b')], choiceAt(move, 'xy'))).toBe('a');
  expect(highlightedOf([answer('x', 'a')], move)).toBe('a');
});

test('Enter waits only for an answer to a text', () => {
  expect(enter([answer(null)], at('x')).isEntered).toBe(true);
  expect(enter([answer('x')], at('x')).isEntered).toBe(false);
  expect(enter([answer(null)], at(' ')).isEntered).toBe(false);
});

test('another text forgets Enter and the arrow keys, also when the former text returns', () => {
  const entered: Choice = { text: 'a', moved: 'b', isEntered: true };
  const back = choiceAt(choiceAt(entered, 'ab'), 'a');
  expect(back).toEqual({ text: 'a', moved: null, isEntered: false });
});

test('arrow keys move around the ends and skip options of another text', () => {
  const groups = [answer('x', 'a', 'b'), answer('', 'old'), answer('x', 'c')];
  expect(movedBy('ArrowDown', groups, at('x', 'b'))).toBe('c');
  expect(movedBy('ArrowDown', groups, at('x', 'c'))).toBe('a');
  expect(movedBy('ArrowUp', groups, at('x', 'a'))).toBe('c');
  expect(movedBy('ArrowDown', [answer(null), ...groups], at('x'))).toBe('a');
  expect(movedBy('ArrowUp', [answer(null), ...groups], at('x'))).toBe('c');
  expect(movedBy('ArrowDown', [answer('x')], at('x'))).toBeNull();
  expect(movedBy('Enter', groups, at('x', 'a'))).toBeUndefined();
});

test('a search answers its text when its result, or its failure, has arrived', () => {
  expect(answeredBy('bank', { data: 1, isError: false, isPlaceholderData: false })).toBe('bank');
  expect(answeredBy('bank', { data: undefined, isError: true, isPlaceholderData: false })).toBe('bank');
  expect(answeredBy('bank', { data: 1, isError: false, isPlaceholderData: true })).toBeNull();
  expect(answeredBy('bank', { data: undefined, isError: false, isPlaceholderData: false })).toBeNull();
});

/** A field with three searches. Every option names the text that it answers. */
interface Field {
  choice: Choice;
  groups: OptionGroup[];
  /** The text when Enter was pressed. */
  entered: string | null;
}

const texts = fc.constantFrom('', 'a', 'ab', 'ab ', 'b');
const steps = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant('type' as const), text: texts }),
    fc.record({ kind: fc.constant('answer' as const), group: fc.nat(2), text: texts, hits: fc.nat(2) }),
    fc.record({ kind: fc.constant('press' as const), key: fc.constantFrom('ArrowDown', 'ArrowUp') }),
    fc.record({ kind: fc.constant('enter' as const) }),
  ),
  { maxLength: 40 },
);

const textOf = (id: string): string => id.split('/')[1] ?? '';

test('after any steps, a chosen option answers the text, and Enter waits only for its answer', () => {
  fc.assert(
    fc.property(steps, (all) => {
      const field: Field = { choice: at(''), groups: [answer(null), answer(null), answer(null)], entered: null };
      for (const step of all) {
        if (step.kind === 'type') {
          field.choice = choiceAt(field.choice, step.text);
          if (field.entered !== null && queryOf(field.entered) !== queryOf(step.text)) field.entered = null;
        } else if (step.kind === 'answer') {
          const query = queryOf(step.text);
          const ids = Array.from({ length: step.hits }, (_, hit) => `${step.group}/${query}/${hit}`);
          field.groups = field.groups.map((group, at) => (at === step.group ? answer(query, ...ids) : group));
        } else if (step.kind === 'press') {
          const moved = movedBy(step.key, field.groups, field.choice) ?? null;
          field.choice = { ...field.choice, moved, isEntered: false };
          field.entered = null;
        } else {
          field.choice = { ...field.choice, isEntered: true };
          field.entered = field.choice.text;
        }
        const highlighted = highlightedOf(field.groups, field.choice);
        if (highlighted !== null) expect(textOf(highlighted)).toBe(queryOf(field.choice.text));
        expect(field.choice.isEntered).toBe(field.entered !== null);
        if (!field.choice.isEntered) continue;
        const { chosen, isEntered } = enter(field.groups, field.choice);
        if (chosen !== null) expect(textOf(chosen)).toBe(queryOf(field.entered ?? ''));
        const waiting = field.groups.some((group) => isWaiting(group, field.choice.text));
        if (!waiting) {
          expect(isEntered).toBe(false);
          const first = field.groups.flatMap(({ ids }) => ids)[0];
          if (field.choice.moved === null) expect(chosen).toBe(first ?? null);
        }
        if (isEntered) continue;
        field.choice = { ...field.choice, isEntered: false };
        field.entered = null;
      }
    }),
  );
});
