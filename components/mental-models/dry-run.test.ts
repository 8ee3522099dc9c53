import { createTwoFilesPatch, FILE_HEADERS_ONLY } from 'diff';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { modeWords } from '#components/mental-models/dry-run-parts';
import { basisOf, movedBy, type StoredRun, verify } from '#components/mental-models/stored-dry-run';
import { mentalModel as t } from '#components/strings/mental-model';
import type { RefreshMode } from '#lib/base/literals';
import type { DryRunRefresh, MentalModel } from '#lib/memory/mental-models/contract';
import type { ModeFallback } from '#lib/memory/mental-models/literals';

/** In the format of the server. */
const unifiedDiff = (from: string, to: string): string =>
  from === to
    ? ''
    : createTwoFilesPatch('current', 'preview', from, to, undefined, undefined, { context: 3, headerOptions: FILE_HEADERS_ONLY });

const of = (current_content: string, preview_content: string, diff = unifiedDiff(current_content, preview_content)) => ({
  current_content,
  preview_content,
  diff,
});

describe('dry run', () => {
  it('is verified if its diff produces its preview', () => {
    const text = fc
      .array(fc.constantFrom('a', 'b', '\n', '# h', ' ', '-', '+x', '\\ No newline at end of file', '@@', '东'), { maxLength: 30 })
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, text, (before, after) => {
        expect(verify(before, of(before, after))).toBe('verified');
      }),
    );
  });

  it('is not verified if one letter differs or the diff is empty', () => {
    expect(verify('a\nb\n', { ...of('a\nb\n', 'a\nc\n'), preview_content: 'a\nd\n' })).toBe('unverified');
    expect(verify('a', of('a', 'b', ''))).toBe('unverified');
    expect(verify('a', of('a', 'b', 'no patch at all'))).toBe('unverified');
  });

  it('cannot be verified once the stored content has changed', () => {
    expect(verify('c', of('a', 'b'))).toBe('moved');
  });
});

it('does not show a failure as the reason for its mode', () => {
  const words = (requested_mode: RefreshMode, effective_mode: RefreshMode, mode_fallback_reason: ModeFallback) =>
    modeWords({ requested_mode, effective_mode, mode_fallback_reason } as DryRunRefresh);
  expect(words('delta', 'delta', 'delta_ops_failed')).toBe(t.dry.modeSame('delta'));
  expect(words('delta', 'full', 'source_query_changed')).toContain(t.reasons.source_query_changed);
});

describe('stored dry run', () => {
  const model = {
    ...{ content: 'a', state: 'ready' as const, version: 2, name: 'n', source_query: 'q', tags: [], max_tokens: 512 },
    ...{
      stale_reasons: ['new_memories' as const],
      stale_revision: 7,
      trigger: { mode: 'delta', refresh_cron: null } as MentalModel['trigger'],
    },
  };
  const stored = { at: '2026-01-01T00:00:00Z', result: { version: 2, current_content: 'a' }, basis: basisOf(model) } as StoredRun;
  const moved = (change: object) => movedBy({ ...model, ...change }, stored);

  it('is current until one of its inputs changes', () => {
    expect(moved({})).toBeNull();
    expect(moved({ trigger: { ...model.trigger, refresh_cron: '0 6 * * *' } })).toBeNull();
    expect(moved({ stale_reasons: [], stale_revision: null })).toBeNull();
  });

  it.each([
    ['version', { version: 3 }],
    ['version', { content: 'This mental model is being written.', state: 'generating' }],
    ['settings', { source_query: 'r', stale_reasons: ['source_query_changed', 'new_memories'] }],
    ['settings', { max_tokens: 513 }],
    ['settings', { trigger: { ...model.trigger, fact_types: ['world'] } }],
    ['memories', { stale_revision: 8 }],
    ['memories', { stale_reasons: ['new_memories', 'sources_gone'] }],
  ])('is out of date if its %s changed: %j', (by, change) => {
    expect(moved(change)).toBe(by);
  });
});
