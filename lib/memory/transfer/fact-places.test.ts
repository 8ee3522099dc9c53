import { expect, it } from 'vitest';
import { FactPlaces } from '#lib/memory/transfer/fact-places';

it('the first place of a fact is found, among documents with any number of facts', () => {
  const places = new FactPlaces();
  const documents = [[], ['a'], ['b', 'c', 'b'], [], [], ['a', 'd'], ['e'], []];
  for (const [i, facts] of documents.entries())
    places.add(
      `document ${i}`,
      facts.map((id) => ({ id })),
    );
  const found = ['a', 'b', 'c', 'd', 'e'].map((id) => places.find(id));
  expect(found.map((place) => `${place?.document_id}: ${place?.fact_index}`)).toEqual([
    'document 1: 0',
    'document 2: 0',
    'document 2: 1',
    'document 5: 1',
    'document 6: 0',
  ]);
  expect(places.find('f')).toBeNull();
  expect(new FactPlaces().find('a')).toBeNull();
});
