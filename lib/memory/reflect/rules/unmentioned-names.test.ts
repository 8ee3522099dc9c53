import { expect, it } from 'vitest';
import { listed, unmentionedNames } from '#lib/memory/reflect/rules/unmentioned-names';

const memoryOf = (text: string, speaker: string | null = /^(\w+): /.exec(text)?.[1] ?? null) => ({
  ...{ kind: 'world' as const, text, speaker, context: '', entities: [] },
});
const TALK = [memoryOf('Ana: I met Olga in Porto.'), memoryOf('Ben: The Kubernetes course costs 300.')];

it.each([
  ['Who is Zeynep?', ['Zeynep'], true],
  ['What does Zeynep like?', ['Zeynep'], true],
  ["What is Zeynep's phone number?", ['Zeynep'], true],
  ['Tell me about Zeynep Kaya.', ['Zeynep Kaya'], true],
  ['When did Ana meet Zeynep?', ['Zeynep'], false],
  ['what does zeynep like?', ['zeynep'], true],
  ["who's zeynep?", ['zeynep'], true],
  ['tell me about zeynep and ana', ['zeynep'], true],
  ['what did zeynep say to Ana?', ['zeynep'], false],
  ['what does olga like?', [], false],
  ['what do ducks like?', [], false],
  ['What do sunflowers stand for?', [], false],
  ['who did unsubscribe from the course?', [], false],
  ['what is the adress of the course?', [], false],
  ['Who is Olga?', [], false],
  ["What did Ana say about Olga's trip to Porto?", [], false],
  ['What happened in March?', [], false],
  ['What did we do at Christmas?', [], false],
  ['Which oven did we buy, and what does it cost?', [], false],
  ['Where do I live?', [], false],
  ['How much is the Kubernetes course?', [], false],
])('%s', (query, names, isAll) => expect(unmentionedNames(query, TALK)).toEqual({ names, isAll }));

it('does not count the title of a mental model as a mention', () => {
  const model = { ...memoryOf('About Zeynep nothing.', null), kind: 'mental_model' as const };
  expect(unmentionedNames('Who is Zeynep?', [...TALK, model])).toEqual({ names: ['Zeynep'], isAll: true });
  const named = { ...model, text: '## Who is Zeynep\n\nZeynep lives in Ankara.' };
  expect(unmentionedNames('Who is Zeynep?', [...TALK, named])).toEqual({ names: [], isAll: false });
  expect(unmentionedNames('Who is Zeynep?', [...TALK, { ...named, text: '## Who is Zeynep' }]).names).toEqual(['Zeynep']);
  for (const text of ['Zeynep likes nothing more than rye.', 'Zeynep says nobody bakes as she does.', 'Zeynep prefers unknown bands.'])
    expect(unmentionedNames('Who is Zeynep?', [...TALK, { ...model, text }]).names).toEqual([]);
  for (const text of [
    'Nothing is known about Zeynep.',
    'Zeynep is unknown.',
    'No memory mentions Zeynep.',
    'The memories do not mention Zeynep.',
  ])
    expect(unmentionedNames('Who is Zeynep?', [...TALK, { ...model, text }]).names).toEqual(['Zeynep']);
});

it('reads an unnamed speaker as any person', () => {
  expect(unmentionedNames('What does Maria drink?', [memoryOf('user: I drink tea.', 'user')])).toEqual({ names: ['Maria'], isAll: false });
  expect(unmentionedNames('What does Maria drink?', [memoryOf('I drink tea.')])).toMatchObject({ isAll: false });
});

it('formats a list of names', () => expect([listed([]), listed(['A']), listed(['A', 'B', 'C'])]).toEqual(['', 'A', 'A, B or C']));

it.each([
  ['Что мы подарили Анне на день рождения?', []],
  ['Что мы подарили Светлане на день рождения?', ['Светлане']],
  ['Welche Waschmaschine haben wir damals gekauft?', []],
])('compares names in other languages in any case, and no nouns: %s', (query, names) => {
  expect(unmentionedNames(query, [memoryOf('Анна обожает клубнику.')]).names).toEqual(names);
});
