import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldLetters } from '#lib/base/text/languages/letters';
import { casesOf, isFormOf, mayBeOneName, nameMentions } from '#lib/base/text/languages/name-forms';
import { PROFILES } from '#lib/base/text/languages/profiles';

const isForm = (word: string, name: string, language: string) => isFormOf(foldLetters(word), foldLetters(name), language);

describe('isFormOf', () => {
  it.each([
    ['ru', 'Анне', 'Анна'],
    ['ru', 'Анной', 'Анна'],
    ['ru', 'Андрею', 'Андрей'],
    ['ru', 'Иваном', 'Иван'],
    ['uk', 'Оксані', 'Оксана'],
    ['pl', 'Annie', 'Anna'],
    ['pl', 'Piotrowi', 'Piotr'],
    ['cs', 'Jany', 'Jana'],
    ['el', 'Γιώργου', 'Γιώργος'],
    ['ro', 'Mariei', 'Maria'],
    ['de', 'Annas', 'Anna'],
    ['ar', 'لأحمد', 'أحمد'],
    ['he', 'לדנה', 'דנה'],
    ['ko', '민수에게서', '민수'],
    ['ko', '민준이는', '민준'],
  ])('%s: %s is a form of %s', (language, word, name) => {
    expect(isForm(word, name, language)).toBe(true);
  });

  it.each([
    ['ru', 'Анатомия', 'Анна'],
    ['ru', 'Иванов', 'Иван'],
    ['de', 'Annabell', 'Anna'],
    ['es', 'Anne', 'Anna'],
    ['en', 'Annas', 'Anna'],
    ['ko', '민수기', '민수'],
  ])('%s: %s is no form of %s', (language, word, name) => {
    expect(isForm(word, name, language)).toBe(false);
  });

  it('lists the cases of a name without the name', () => {
    expect(casesOf('анна', 'ru')).toEqual(expect.arrayContaining(['анне', 'анну', 'аннои']));
    expect(casesOf('анна', 'ru')).not.toContain('анна');
    expect(casesOf('ana', 'es')).toEqual([]);
  });

  it('compares two cases of a name that is not known', () => {
    expect(mayBeOneName('анне', 'анну', 'ru')).toBe(true);
    expect(mayBeOneName('анне', 'антон', 'ru')).toBe(false);
  });
});

describe('nameMentions', () => {
  const mentioned = (text: string, name: string, language: string) =>
    nameMentions(text, name, language).map(({ start, end }) => text.slice(start, end));

  it.each([
    ['zh', '王芳喜欢什么', '王芳', ['王芳']],
    ['zh', '小芳什么时候搬家', '王小芳', ['小芳']],
    ['zh', '王芳女士和王芳', '王芳', ['王芳女士', '王芳']],
    ['zh', 'Anna喜欢什么', 'Anna', ['Anna']],
    ['ja', '田中さんは元気です', '田中', ['田中さん']],
    ['ja', 'アンケートを書く', 'アン', []],
    ['ko', '민수는 어디에 살아요', '김민수', ['민수는']],
    ['ko', '김민수 씨는 어디에 살아요', '김민수', ['김민수 씨는']],
    ['th', 'สมชายชอบกินอะไร', 'สมชาย', ['สมชาย']],
    ['tr', "Ayşe'nin doğum günü", 'Ayşe', ["Ayşe'nin"]],
    ['ru', 'Позвони Анне Петровой завтра', 'Анна Петрова', ['Анне Петровой']],
    ['ru', 'Анатомия', 'Анна', []],
  ])('%s: %s', (language, text, name, expected) => {
    expect(mentioned(text, name, language)).toEqual(expected);
  });

  it('returns ordered places inside the text, for any text and name', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 60 }),
      fc.constantFrom('', '王芳王芳', 'Анне', '민수는 민수', "A'b A", '()[]*+?'),
    );
    fc.assert(
      fc.property(text, text, fc.constantFrom(...PROFILES.map(({ code }) => code)), (body, name, language) => {
        const spans = nameMentions(body, name, language);
        expect(spans).toEqual(spans.toSorted((a, b) => a.start - b.start));
        expect(spans.every(({ start, end }) => start >= 0 && start < end && end <= body.length)).toBe(true);
      }),
    );
  });
});
