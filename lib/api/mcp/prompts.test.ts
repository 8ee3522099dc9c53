import { expect, it } from 'vitest';
import { PROMPTS } from '#lib/api/mcp/prompts';
import { TOOLS } from '#lib/api/mcp/tools';

it('declares which arguments are required', () => {
  const meeting = PROMPTS.find(({ name }) => name === 'prepare_meeting')!;
  expect(meeting.arguments.map(({ name, required }) => [name, required])).toEqual([
    ['person', true],
    ['topic', false],
  ]);
  expect(meeting.textFor({ person: 'Ann', topic: 'the budget' })).toContain('meet Ann about the budget');
  expect(meeting.textFor({ person: 'Ann' })).toContain('meet Ann. Call');
  expect(() => meeting.textFor({})).toThrow('person');
});

it('describes every argument', () => {
  for (const { arguments: declared } of PROMPTS) for (const { name, description } of declared) expect(description, name).not.toBe('');
});

it('names only tools that exist', () => {
  const names = new Set(TOOLS.map(({ name }) => name));
  for (const { name, textFor } of PROMPTS)
    for (const [, called] of textFor({ topic: 'a', person: 'a' }).matchAll(/\b((?:list|get)_\w+|recall|retain|reflect)\b/g))
      expect(names, name).toContain(called);
});
