import { describe, expect, it } from 'vitest';
import { whoAmong } from '#components/mental-models/actor';
import { type DeltaOperation, factsBetween, headingOf, stepsByUnit, stepsOf } from '#components/mental-models/causes';
import { staleWords } from '#components/mental-models/freshness';
import { figuresOf, startedBy } from '#components/mental-models/version-line';
import { madeWords } from '#components/mental-models/why';
import { lineageOf, triggerWords } from '#components/mental-models/wording';
import { mentalModel as t } from '#components/strings/mental-model';
import type { MentalModelSource, MentalModelVersionSummary } from '#lib/memory/mental-models/contract';

const source = (id: string): MentalModelSource => ({
  id,
  type: 'world',
  text: id,
  context: null,
  state: 'live',
  occurred_start: null,
  mentioned_at: null,
});
const operation = (op: string, block_ids: string[], section_id = 'late'): DeltaOperation => ({
  op,
  section_id,
  block_ids,
  source_ids: [],
  cause: 'new_fact',
});

describe('causes of a difference', () => {
  it('finds the facts of any two versions in either response', () => {
    const from = { source_ids: ['a', 'b'], sources: [source('a'), source('b')] };
    const to = { source_ids: ['b', 'c'], sources: [source('b'), source('c')] };
    const { added, dropped, unchanged } = factsBetween(from, to);
    expect([added, dropped, unchanged].map((list) => list.map(({ id }) => id))).toEqual([['c'], ['a'], ['b']]);
  });

  it('numbers the operations of all versions in between and finds their blocks', () => {
    const steps = stepsOf([
      { version: 2, delta_operations: { applied: [operation('append_block', ['b1']), operation('remove_block', ['b2'])] } },
      { version: 3, delta_operations: null },
      { version: 4, delta_operations: { applied: [operation('replace_block', ['b1']), operation('rename_section', [])] } },
    ]);
    expect(steps.map(({ chip, version }) => `${chip} v${version}`)).toEqual(['A1 v2', 'D2 v2', 'U3 v4', 'U4 v4']);
    const found = stepsByUnit(steps);
    expect(found.get('b1')?.map(({ chip }) => chip)).toEqual(['A1', 'U3']);
    expect(found.get('§late')?.map(({ chip }) => chip)).toEqual(['U4']);
  });

  it('finds the heading of a section in any of the documents', () => {
    const document = { sections: [{ id: 'late', heading: 'Late parts', level: 2, blocks: [] }] };
    expect(headingOf(operation('remove_section', []), [null, document])).toBe('Late parts');
    expect(headingOf(operation('remove_section', [], 'gone'), [document])).toBeNull();
  });
});

describe('formatting', () => {
  const version = {
    version: 12,
    change: 'refresh',
    mode: 'full',
    mode_reason: 'source_query_changed',
    cause: 'consolidation',
    actor: { kind: 'system', label: 'consolidation' },
  } as MentalModelVersionSummary;

  const who = whoAmong([
    { email: 'ines@example.org', name: 'Ines' },
    { email: 'jo@example.org', name: 'Jo' },
    { email: 'other.jo@example.org', name: 'Jo' },
  ]);
  const ines = { kind: 'user', label: 'ines@example.org' } as const;

  it('names the cause of a version and why it was a full refresh', () => {
    expect(madeWords(version, who)).toBe(
      'v12: full refresh, after consolidation; a delta refresh was requested, but its question was changed.',
    );
    expect(madeWords({ ...version, mode: 'delta', mode_reason: null, cause: 'asked', actor: ines }, who)).toBe(
      'v12: delta refresh, on request by Ines.',
    );
    expect(madeWords({ ...version, change: 'restore', restored_version: 3, actor: ines }, who)).toBe('v12: Ines restored v3.');
    expect(startedBy({ ...version, cause: 'cron' }, who)).toBe('by schedule');
  });

  it.each([
    ['Ines', ines],
    ['jo@example.org', { kind: 'user', label: 'jo@example.org' }],
    ['gone@example.org', { kind: 'user', label: 'gone@example.org' }],
    ['Agent (mbk_12345678…)', { kind: 'key', label: 'Agent (mbk_12345678…)' }],
    ['a call without a key', { kind: 'system', label: 'anonymous' }],
  ] as const)('names %s for %j', (name, actor) => {
    expect(startedBy({ ...version, change: 'clear', actor }, who)).toBe(`cleared by ${name}`);
  });

  it('formats the refresh trigger and the stale reasons', () => {
    const trigger = { mode: 'delta', refresh_after_consolidation: true, min_refresh_interval_seconds: 7200 } as Parameters<
      typeof triggerWords
    >[0];
    expect(triggerWords(trigger)).toBe('after each consolidation, at most once every 2 hours; applies new memories');
    expect(staleWords({ stale_reasons: ['new_memories', 'sources_gone'] })).toBe(
      t.staleBecause([t.staleReasons.new_memories, t.staleReasons.sources_gone]),
    );
    expect(staleWords({ stale_reasons: [] })).toBeNull();
    expect(lineageOf(['world', 'mental_model', 'observation', 'world'])).toEqual({ world: 2, experience: 0, observation: 1 });
  });
});

it('compares a version with the previous one, and labels the first one', () => {
  const of = (version: number, words: number, added = 0, dropped = 0) =>
    ({ version, words, facts_added: added, facts_dropped: dropped }) as MentalModelVersionSummary;
  expect(figuresOf(of(2, 40, 3, 1), of(1, 52))).toBe('40 words (−12), +3 −1 facts');
  expect(figuresOf(of(1, 1, 1), of(0, 0))).toBe('1 word (+1), +1 fact');
  expect(figuresOf(of(2, 40), of(1, 40))).toBe('40 words');
  expect(figuresOf(of(0, 0), undefined)).toBe('0 words, the first version');
});
