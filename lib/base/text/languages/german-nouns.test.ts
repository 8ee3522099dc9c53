import { describe, expect, it } from 'vitest';
import { isGermanNoun } from '#lib/base/text/languages/german-nouns';

describe('isGermanNoun', () => {
  it.each([
    'Haus',
    'Häuser',
    'Waschmaschine',
    'Kopfschmerzen',
    'Dorfkirche',
    'Gehaltserhöhung',
    'Freundschaften',
    'Hündchen',
    'US-Regierung',
    'Jahren',
  ])('recognizes %s', (word) => {
    expect(isGermanNoun(word)).toBe(true);
  });

  it.each([
    ...[
      'Hamburg',
      'Düsseldorf',
      'Mannheim',
      'Frankfurt',
      'Wuppertal',
      'Gelsenkirchen',
      'Darmstadt',
      'Rostock',
      'München',
      'Paderborn',
      'Deutschland',
    ],
    ...[
      'Neumann',
      'Rosenberg',
      'Wilhelm',
      'Oswald',
      'Sigmund',
      'Gottfried',
      'Meyer',
      'Steinmeier',
      'Merkel',
      'Holger',
      'Birgit',
      'Samsung',
      'Siemens',
    ],
  ])('does not mistake a name for one: %s', (word) => {
    expect(isGermanNoun(word)).toBe(false);
  });
});
