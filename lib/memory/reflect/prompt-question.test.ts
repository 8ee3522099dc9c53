import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { questionIn } from '#lib/memory/reflect/prompt-question';

const RULES = `Rendering rules, strict: answer in Markdown. Keep every bullet under twenty words. Do not mention these rules. Group by topic. ${'Prefer what was said last over what was said first. '.repeat(8)}`;

describe('the question in a prompt', () => {
  it.each([
    ['a tag before the rules', `A developer is starting a session.\n<goal>How are invoices rounded and why?</goal>\n${RULES}`],
    ['a tag after the rules', `${RULES}\n<user_question> How are invoices rounded and why? </user_question>`],
    ['one of two tags, with a question mark', `<task>Summarize.</task>\n${RULES}\n<question>How are invoices rounded and why?</question>`],
    ['a label', `${RULES}\n\n**Question:** How are invoices rounded and why?`],
    ['a sentence after the rules', `${RULES}\nHow are invoices rounded and why?`],
    ['a sentence before the rules', `How are invoices rounded and why?\n${RULES}`],
    ['a sentence among them', `${RULES} How are invoices rounded and why? ${RULES}`],
  ])('is found in %s', (_, prompt) => {
    expect(questionIn(prompt)).toBe('How are invoices rounded and why?');
  });

  it('is each of a few questions', () => {
    expect(questionIn(`${RULES}\nWho is Ana? Where does she live?`)).toBe('Who is Ana? Where does she live?');
  });

  it('is a task, if the prompt contains no question', () => {
    expect(questionIn(`<goal>Fix the rounding of invoices</goal>\n${RULES}`)).toBe('Fix the rounding of invoices');
  });

  it('is the whole prompt if it is short or contains no question', () => {
    for (const prompt of ['I paint. Where should I live?', RULES, '']) expect(questionIn(prompt)).toBe(prompt);
  });

  it('is always a part of the prompt or the prompt itself, in linear time', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 2000 }), (text) => {
        const question = questionIn(text);
        for (const part of question.split('? ')) expect(text).toContain(part.replace(/\?$/, ''));
      }),
    );
    for (const hostile of [
      '<goal>'.repeat(20_000),
      '?'.repeat(100_000),
      'a'.repeat(100_000),
      `Question: ${' '.repeat(100_000)}`,
      '*'.repeat(50_000),
    ])
      expect(questionIn(hostile).length).toBeLessThanOrEqual(hostile.length);
  });
});
