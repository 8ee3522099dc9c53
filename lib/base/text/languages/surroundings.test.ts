import { describe, expect, it } from 'vitest';
import { languageWithin } from '#lib/base/text/languages/of';
import { surroundingLanguage } from '#lib/base/text/languages/surroundings';

const turn = (speaker: string | null, body: string) => ({ speaker, body });
const es = [turn('Lola', 'Hola Pepe, ¿cómo va todo en tu nuevo trabajo?'), turn('Pepe', 'Muy bien, aunque los días son muy largos.')];
const en = [turn('Kim', 'How was the trip to the coast with your sister?'), turn('Ann', 'It was great, but we were so tired.')];

describe('surroundingLanguage', () => {
  it('is the language of the speaker, and else of the conversation', () => {
    expect(surroundingLanguage(es)('Pepe')).toBe('es');
    expect(surroundingLanguage(es)('Marta')).toBe('es');
    expect(surroundingLanguage([...es, turn('Ann', 'I think that they are still at the office.')])('Ann')).toBe('en');
  });

  it('is unknown if no turn shows one', () => {
    expect(surroundingLanguage([turn('Ann', 'Ok'), turn(null, '5/9/2026')])('Ann')).toBeNull();
  });

  it.each([
    ['Boda el 3/7/2026.', es, 'es'],
    ['Dentista 3/7/2026', es, 'es'],
    ['The dentist moved us to 3/7/2026.', es, 'en'],
    ['Dr. Núñez appt 3/7/2026', en, 'en'],
    ['São Paulo 3/7/2026', en, 'en'],
    ['Das war doch gestern und nicht heute.', en, 'de'],
    ['Привет из Казани', es, 'ru'],
  ])('reads %s', (text, turns, language) => expect(languageWithin(text, surroundingLanguage(turns)(null))).toBe(language));
});
