import { describe, expect, it } from 'vitest';
import { categoryOf } from '#lib/memory/entities/category';

describe('the category of an entity', () => {
  it.each([
    ['PERSON', 'person'],
    ['ORG', 'organization'],
    ['Company', 'organization'],
    ['GPE', 'place'],
    ['LOCATION', 'place'],
    ['DATE', 'date'],
    ['PRODUCT', 'thing'],
  ])('follows its kind: %s is a %s', (kind, category) => expect(categoryOf('Berlin', kind)).toBe(category));

  it.each([
    ['Keiko Tanaka', 'person'],
    ['Jean-Pierre', 'person'],
    ['田中太郎', 'person'],
    ['Łukasz Nowak', 'person'],
    ['Acme Inc', 'organization'],
    ['University of Oslo', 'organization'],
    ['Lake Garda', 'place'],
    ['Berlin', 'place'],
    ['São Paulo', 'place'],
    ['Deutschland', 'place'],
    ['日本', 'place'],
    ['New York', 'place'],
    ['March 2024', 'date'],
    ['2024-05-01', 'date'],
    ['1999', 'date'],
    ['ORD-4471-ABCD', 'thing'],
    ['Python 3', 'thing'],
    ['Kubernetes', 'thing'],
    ['Emma 42', 'thing'],
    ['', 'thing'],
  ])('follows its name if the kind is unknown: %s is a %s', (name, category) => expect(categoryOf(name, 'CONCEPT')).toBe(category));
});
