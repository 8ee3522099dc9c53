import { describe, expect, it } from 'vitest';
import type { Evidence } from '#lib/memory/reflect/evidence';
import { isPlace, placedIn } from '#lib/memory/reflect/rules/places';
import { plainOf } from '#lib/memory/reflect/rules/plain';
import { pricedIn } from '#lib/memory/reflect/rules/prices';
import { isReason } from '#lib/memory/reflect/rules/reasons';
import { Talk } from '#lib/memory/reflect/rules/talk';
import { askedTerms } from '#lib/memory/reflect/rules/verbs';

type Turn = Pick<Evidence, 'text' | 'speaker' | 'document'>;
/** Turns of one conversation, `gap` places apart. */
const turns = (texts: readonly string[], gap = 0): Turn[] =>
  texts.map((text, i) => ({ text, speaker: null, document: { id: 'talk', chunkId: null, position: i * (gap + 1) } }));
const talkOf = (all: readonly Turn[]) => new Talk(all as readonly Evidence[]);

describe('a price', () => {
  const says = (query: string, texts: readonly string[], gap = 0): boolean => {
    const all = turns(texts, gap);
    const last = all.at(-1)!;
    return plainOf(query, talkOf(all))!(last.text, last);
  };

  it.each([
    ['What does the oven cost?', ['We are not taking that oven.', 'So we are at 17,900 for the new one.']],
    ['What does the oven cost?', ['The oven got too expensive.', 'A pity.', 'I asked for an offer: three decks, 17,400 if we order now.']],
    ['How much was the coffee machine?', ['This is the espresso, that the filter coffee.', 'The machine is a used one for 5,300.']],
    ['How much was the machine for the coffee?', ['The coffee is good.', 'The machine is a used one for 5,300.']],
    ['How much is the rent?', ['14 Alder Street is ours, 2,150 a month, and the landlord waives the rent until March.']],
    ['What is the rent?', ['The rent is 900.']],
    ['How much is the deposit?', ['I pay a deposit of 1,000 once he says yes.']],
  ])('%s %j', (query, texts) => expect(says(query, texts)).toBe(true));

  it.each([
    ['What does the oven cost?', ['We are not taking that oven.', 'I can do the front for the price of the timber, around 1,300.']],
    ['How much is the deposit?', ['Is the deposit gone?', 'I asked for an offer: 17,400 if we order now.']],
    ['What does the oven cost?', ['The boat leaks.', 'So we are at 17,900 for the new one.']],
    ['What does the oven cost?', ['The oven stands.', 'I asked for an offer, delivery on 11 May.']],
    ['How much is the coffee machine?', ['I like coffee.', 'The washing machine costs 400.']],
    ['How much is the rent?', ['Together with the rent that makes 2,719 a month.']],
    ['How much is the rent?', ['The phone is 40 a month, the car 90 a month, and the rent is due.']],
  ])('not: %s %j', (query, texts) => expect(says(query, texts)).toBe(false));

  it('ignores a thing that was mentioned too far before', () => {
    const texts = ['We are not taking that oven.', 'So we are at 17,900 for the new one.'];
    expect(says('What does the oven cost?', texts, 3)).toBe(true);
    expect(says('What does the oven cost?', texts, 4)).toBe(false);
  });

  it('is recognized for any word order in the question', () => {
    expect(pricedIn('How much is the machine for the coffee?')).toEqual(pricedIn('How much is the coffee machine?'));
    expect(pricedIn('What do bread and rolls cost?')).toHaveLength(2);
    expect(pricedIn('What does Ana like?')).toBeNull();
  });
});

describe('a reason', () => {
  const says = (query: string, texts: readonly string[]): boolean => {
    const all = turns(texts);
    const last = all.at(-1)!;
    return isReason(query, askedTerms(query), talkOf(all))(last.text, last);
  };

  it.each([
    ['Why was the opening moved?', ['The opening moves to June because the power is late.']],
    ['Why was the opening moved?', ['Because the power is late, the opening moves to June.']],
    ['Why will the bakery close on Mondays?', ['Monday brought a third of Tuesday, so we should close on Mondays.']],
    ['Why does Ana swim?', ['Her back hurt. That is why Ana swims.']],
    [
      'Why did we not buy the oven from Millbrook?',
      ['Bad news from Millbrook. We are not taking that oven.', 'The oven got too dear because of the repairs.'],
    ],
  ])('%s %j', (query, texts) => expect(says(query, texts)).toBe(true));

  it.each([
    ['Why was the opening moved?', ['The opening moves to June.']],
    ['Why was the opening moved?', ['The power is late because the opening of the street was forgotten.']],
    ['Why was the oven sold?', ['I bought the oven because it was sold out elsewhere, so I am glad.', 'So far it works.']],
    [
      'Why did we buy the oven from Millbrook?',
      ['Bad news from Millbrook. We are not taking that oven.', 'The oven got too dear because of the repairs.'],
    ],
  ])('not: %s %j', (query, texts) => expect(says(query, texts)).toBe(false));
});

describe('a place', () => {
  const says = (query: string, text: string, speaker: string | null = null): boolean => isPlace(placedIn(query)!)(text, { text, speaker });

  it.each([
    ['Where was Hana?', 'I will be with her in Arnstad until the 9th.', 'Hana'],
    ['Where is the shop?', 'The shop is at 14 Alder Street.', null],
    ['Where is Ben now?', 'Ben stays in Porto for the winter.', null],
    ['Where are my keys?', 'The keys are on the shelf, in my kitchen.', null],
  ])('%s %s', (query, text, speaker) => expect(says(query, text, speaker)).toBe(true));

  it.each([
    ['Where was Hana?', 'I will be with her in May.', 'Hana'],
    ['Where was Hana?', 'I can paint the sign in the studio, they have a table that is free on Thursdays.', 'Hana'],
    ['Where was Hana?', 'I will be in Arnstad.', 'Ben'],
    ['Where was Hana?', 'Hana is in love.', null],
    ['Where is the shop?', 'The bank is at 14 Alder Street.', null],
  ])('not: %s %s', (query, text, speaker) => expect(says(query, text, speaker)).toBe(false));

  it('is not recognized in other questions', () => {
    for (const query of ['Where did Ana go?', 'Who is Ana?', 'Where?']) expect(placedIn(query)).toBeNull();
  });
});
