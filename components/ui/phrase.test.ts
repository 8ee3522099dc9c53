import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { Phrase, phrase } from '#components/ui/phrase';

const name = createElement('b', null, 'Ann');

describe('Phrase', () => {
  it('puts elements into the slots', () => {
    const text = '{who} joined {where} today.';
    expect(renderToStaticMarkup(createElement(Phrase<typeof text>, { text, who: name, where: 'Acme' }))).toBe(
      '<b>Ann</b> joined Acme today.',
    );
  });

  it('follows the order of the text', () => {
    const text = '{where} gained {who}';
    expect(renderToStaticMarkup(createElement(Phrase<typeof text>, { text, who: name, where: 'Acme' }))).toBe('Acme gained <b>Ann</b>');
  });

  it('does not parse the contents of slots', () => {
    const text = '{who} left {time}';
    const values = { who: 'A {time} lord', time: 'now' };
    expect(renderToStaticMarkup(createElement(Phrase<typeof text>, { text, ...values }))).toBe('A {time} lord left now');
    expect(phrase(text, values)).toBe('A {time} lord left now');
  });

  it('repeats a slot and leaves a false one empty', () => {
    const text = '{who}, {who} and {more}';
    expect(renderToStaticMarkup(createElement(Phrase<typeof text>, { text, who: 'Bo', more: false }))).toBe('Bo, Bo and ');
  });

  it('leaves other braces unchanged', () => {
    expect(phrase('{} {a b} { } {who}', { who: 'Bo' } as never)).toBe('{} {a b} { } Bo');
  });

  it('requires exactly the slots of the text', () => {
    phrase('by {who} at {time}', { who: 'Bo', time: 'now' });
    // @ts-expect-error The slot `time` is missing.
    phrase('by {who} at {time}', { who: 'Bo' });
    // @ts-expect-error The text has no slot `when`.
    phrase('by {who}', { who: 'Bo', when: 'now' });
    const text: string = 'by {who}';
    expect(phrase(text, { who: 'Bo', when: 'now' })).toBe('by Bo');
  });
});
