import { expect, it } from 'vitest';
import { PROMPTS } from '#lib/api/mcp/prompts';
import { TOOLS } from '#lib/api/mcp/tools';

const everything = { offers: () => true, isBankChosen: true };

it('declares which arguments are required', () => {
  const meeting = PROMPTS.find(({ name }) => name === 'prepare_meeting')!;
  expect(meeting.arguments.map(({ name, required }) => [name, required])).toEqual([
    ['person', true],
    ['topic', false],
  ]);
  expect(meeting.textFor({ person: 'Ann', topic: 'the budget' }, everything)).toContain('meet Ann about the budget');
  expect(meeting.textFor({ person: 'Ann' }, everything)).toContain('meet Ann. Call');
  expect(() => meeting.textFor({}, everything)).toThrow('person');
});

it('describes every argument', () => {
  for (const { arguments: declared } of PROMPTS) for (const { name, description } of declared) expect(description, name).not.toBe('');
});

it('names only tools that exist', () => {
  const names = new Set(TOOLS.map(({ name }) => name));
  for (const { name, textFor } of PROMPTS)
    for (const [, called] of textFor({ topic: 'a', person: 'a' }, everything).matchAll(/\b((?:list|get)_\w+|recall|retain|reflect)\b/g))
      expect(names, name).toContain(called);
});

it('mentions the tools that it requires, and others only if the caller may call them', () => {
  for (const { name, requires, textFor } of PROMPTS) {
    const offers = (tool: string) => requires.includes(tool);
    const text = textFor({ topic: 'a', person: 'a' }, { offers, isBankChosen: true });
    const called = [...text.matchAll(/\b((?:list|get)_\w+|recall|retain|reflect)\b/g)].map(([tool]) => tool);
    expect([...new Set(called)].sort(), name).toEqual([...requires].sort());
  }
});

it('leads to the bank where the caller chooses it', () => {
  for (const { name, textFor } of PROMPTS) {
    const given = { topic: 'a', person: 'a' };
    expect(textFor(given, everything), name).toContain('bank_id');
    expect(textFor(given, { ...everything, isBankChosen: false }), name).not.toContain('bank_id');
  }
});
