import { describe, expect, it } from 'vitest';
import { type Attack, attackedOperations, attacksOn, labelOf } from '#e2e/availability/attacks';
import { fieldsOf } from '#e2e/availability/fields';
import { BODIES, TEXTS, tagTree } from '#e2e/availability/payloads';
import { consoleOperations, operations } from '#lib/api/operations';
import { recallMemories } from '#lib/memory/recall/contract';
import { retainMemories } from '#lib/memory/retain/contract';

/** Checks the generators of attacks: an empty generator would let every server pass. */

const SIZE = 10_000;
const SLACK = 200;

describe('texts', () => {
  it.each(TEXTS)('$name: as long as the size allows', ({ text }) => {
    expect(text(SIZE).length).toBeLessThanOrEqual(SIZE);
    expect(text(SIZE).length).toBeGreaterThan(SIZE - SLACK);
    expect(text(64).length).toBeLessThanOrEqual(64);
    expect(text(64).length).toBeGreaterThan(0);
  });

  it('have different names', () => {
    expect(new Set(TEXTS.map(({ name }) => name)).size).toBe(TEXTS.length);
  });
});

describe('bodies', () => {
  it.each(BODIES)('$name: as large as the size allows', ({ bytes }) => {
    expect(bytes(SIZE).length).toBeLessThanOrEqual(SIZE);
    expect(bytes(SIZE).length).toBeGreaterThan(SIZE * 0.7);
  });
});

describe('fields', () => {
  const namesOf = (schema: Parameters<typeof fieldsOf>[0], good: unknown) => fieldsOf(schema, good).map(({ name }) => name);

  it('are those of the schema, in lists, records and unions too', () => {
    const names = namesOf(retainMemories.body!, { items: [{ content: 'Ann moved.' }] });
    expect(names).toEqual(
      expect.arrayContaining([
        'items',
        'items.0.content',
        'items.0.context',
        'items.0.metadata',
        'items.0.metadata.key',
        'items.0.document_id',
        'items.0.entities',
        'items.0.entities.0.text',
        'items.0.tags',
        'items.0.tags.0',
        'items.0.observation_scopes.0.0',
        'document_tags',
      ]),
    );
    expect(namesOf(recallMemories.body!, { query: 'x' })).toEqual(expect.arrayContaining(['query', 'tags.0', 'tag_groups']));
  });

  it('accept the longest text that fits into the body, with a valid rest', () => {
    const body = { items: [{ content: 'Ann moved.' }] };
    const content = fieldsOf(retainMemories.body!, body).find(({ name }) => name === 'items.0.content')!;
    const made = content.payloads.find(({ name }) => name === 'tabs')!.body(SIZE);
    const bytes = Buffer.byteLength(JSON.stringify(made));
    expect(bytes).toBeLessThanOrEqual(SIZE);
    expect(bytes).toBeGreaterThan(SIZE * 0.8);
    expect(retainMemories.body!.safeParse(made).success).toBe(true);
  });

  it('accept a tree of filters that the operation accepts today', () => {
    const made = { query: 'x', tag_groups: [tagTree(2)] };
    expect(JSON.stringify(made).split('tags"').length - 1).toBe(64 * 64);
  });
});

describe('attacks', () => {
  const attacks: readonly Attack[] = attackedOperations.flatMap(attacksOn);

  it('cover every operation that accepts a body', () => {
    const reached = new Set(attacks.filter(({ field }) => field === 'body').map(({ operation }) => operation));
    const taking = [...operations, ...consoleOperations].filter(({ body }) => body).map(({ id }) => id);
    expect([...reached].toSorted()).toEqual(taking.toSorted());
  });

  it('have labels that select each of them', () => {
    expect(new Set(attacks.map(labelOf)).size).toBe(attacks.length);
  });
});
