import { describe, expect, it } from 'vitest';
import { isSubjectIn, plainOf } from '#lib/memory/reflect/rules/plain';

const says = (query: string, quote: string, speaker: string | null = null) => plainOf(query)!(quote, { text: quote, speaker });

describe('a statement in the form of an answer', () => {
  it.each([
    ['Who is Leo?', 'Leo is 19, he shaped a better baguette.'],
    ['Who is Leo?', 'Leo was the first apprentice.'],
    ['Who is June?', 'My sister June is a nurse.'],
    ["Who's Kacper?", 'My nephew Kacper.'],
    ['Who is the apprentice?', 'We have an apprentice! Leo is 19.'],
    ['Who was Mr. Henning?', 'Our cobbler Mr. Henning was here for years.'],
    ['How old is Leo?', 'Leo is 19.'],
    ['How many ovens are there?', 'There are two ovens in the bakery.'],
    ['How many ovens does the bakery have?', 'We bought 2 new deck ovens.'],
    ['how many people work here', 'Eleven people work here.'],
    ['What does the oven cost?', 'A new three-deck oven costs 17,900, and the bakery sells its old one for 9,750.'],
    ['How much is the house loaf?', 'The rye is 5.40, the house loaf 4.80.'],
    ['What is the price of the oven?', 'The oven was €500.'],
    ['What is the name of the oven?', 'I have called the oven Henning, after the cobbler.'],
    ['What is the inspector called?', 'The inspector is called Ms. Feld.'],
    ["What is Tomasz's nephew's name?", 'My nephew Kacper, Tomasz says.'],
    ['What did Leo name the oven?', 'Leo named the oven Henning.'],
    ['Who named the oven?', 'I have called the oven Henning, after the cobbler.'],
  ])('%s %s', (query, quote) => expect(says(query, quote)).toBe(true));

  it.each([
    ['Who is Leo?', 'Nobody minds, Leo.'],
    ['Who is Leo?', 'You may try anything on a Wednesday, Leo. Wednesdays are slow.'],
    ['Who is Leo?', 'Mara is the owner.'],
    ['Who is Ana Costa?', 'Ana is a painter.'],
    ['Who is June?', '6 June is fine.'],
    ['Who is June?', 'In June we are at 27,400 so far.'],
    ['How old is Leo?', 'The oven is 11 years old.'],
    ['How old is Leo?', 'Leo and Mara carry 48 loaves.'],
    ['How old is Leo?', 'Leo is at 14 Alder Street.'],
    ['How many ovens are there?', 'Without power there is no oven.'],
    ['How many ovens are there?', 'The oven stands.'],
    ['How many ovens are there?', 'Two. The oven came.'],
    ['What does the oven cost?', 'The pencil costs 24 a kilo.'],
    ['How much is the instalment?', 'Forty thousand at 5.2 percent, and the first instalment is due on 1 July.'],
    ['What does the oven cost?', 'A bakery oven needs 63 amperes.'],
    ['What does the oven cost?', 'The oven bakes for 38 minutes at 235 degrees. That is 5.'],
    ['What is the name of the oven?', 'He has a list, and number one is whether he may name the oven.'],
    ['What is the name of the oven?', 'I have three names on paper.'],
    ['What is the name of the oven?', 'Mara called about the oven, and I was out.'],
    ['How many times did Ana run?', 'I have said it three times.'],
  ])('not: %s %s', (query, quote) => expect(says(query, quote)).toBe(false));

  it('accepts an age that speakers state of themselves', () => {
    expect(says('How old is Ana?', "I'm 34 now.", 'Ana')).toBe(true);
    expect(says('How old is Ana?', "I'm 34 now.", 'Ben')).toBe(false);
    expect(says('How old is Ana?', 'On 16 August I turn forty.', 'Ana')).toBe(true);
    expect(says('How old is Ana?', 'It is eleven years old, so I would bake 48 loaves at once.', 'Ana')).toBe(false);
  });

  it('applies to no other question', () => {
    for (const query of ['Who keeps the notebook?', 'Where is the shop?', 'How much does Leo run?', 'Leo'])
      expect(plainOf(query)).toBeNull();
  });

  it('reads a person at the end of a sentence as the subject of the next one', () => {
    const noor = new Set(['noor']);
    expect(isSubjectIn('For the weekends I found Noor. She studies pharmacy.', noor)).toBe(true);
    expect(isSubjectIn('For the weekends I found Noor.', noor)).toBe(false);
    expect(isSubjectIn('For the weekends I found Noor. Everybody was glad.', noor)).toBe(false);
  });
});
