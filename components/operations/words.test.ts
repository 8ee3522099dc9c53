import { describe, expect, test } from 'vitest';
import { endsOf } from '#components/operations/follow';
import { linesOf } from '#components/operations/lines';
import { outcomesOf, sharedReasons } from '#components/operations/outcomes';
import { changePath, fileOf, subjectPath, versionsPath } from '#components/operations/paths';
import { countsOf, importedOf } from '#components/operations/transfers';
import { stateOf, viewOfItem, viewOfStatus } from '#components/operations/view';
import { aboutOf, attemptsText, changeText, durationText, nameOf, progressText, shareOf } from '#components/operations/words';
import { operations as t } from '#components/strings/operations';
import type { OperationListItem } from '#lib/jobs/operations/contract';

const item = (more: Partial<OperationListItem> = {}): OperationListItem => ({
  id: 'a',
  task_type: 'batch_retain',
  operation_id: 'a',
  operation_type: 'batch_retain',
  items_count: 3,
  document_id: null,
  filename: null,
  mental_model_id: null,
  subject: null,
  details: null,
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:12Z',
  started_at: '2026-01-01T00:00:02Z',
  status: 'pending',
  error_message: null,
  retry_count: 0,
  next_retry_at: null,
  retry_until: '2026-01-02T00:00:00Z',
  progress: null,
  shortfall: 0,
  unanswered: 0,
  parent_id: null,
  parts: null,
  ...more,
});
const parts = { total: 4, processing: 0, completed: 1, failed: 0, cancelled: 0 };
const progress = { stage: 'storing', at: '2026-01-01T00:00:00Z', processed: 1, total: 4 };

describe('state', () => {
  test('is running while a part runs, and later while a retry is postponed', () => {
    expect(stateOf(viewOfItem(item({ parts })))).toBe('pending');
    expect(stateOf(viewOfItem(item({ parts: { ...parts, processing: 1 } })))).toBe('processing');
    expect(stateOf(viewOfItem(item({ next_retry_at: '2026-01-01T00:01:00Z', retry_count: 1 })))).toBe('later');
    expect(stateOf(viewOfItem(item({ next_retry_at: '2026-01-01T00:01:00Z', retry_count: 0 })))).toBe('pending');
    expect(stateOf(viewOfItem(item({ status: 'failed' })))).toBe('failed');
  });

  test('is not simply done if some or all of the work failed', () => {
    const state = (more: Partial<OperationListItem>) => stateOf(viewOfItem(item({ status: 'completed', ...more })));
    expect(state({})).toBe('completed');
    expect(state({ shortfall: 3 })).toBe('partly');
    const looked = { task_type: 'consolidation', items_count: 0, progress: { stage: 'consolidating', at: '', processed: 4 } };
    expect(state({ ...looked, shortfall: 3 })).toBe('partly');
    expect(state({ ...looked, shortfall: 4 })).toBe('nothing');
    expect(state({ ...looked, unanswered: 1 })).toBe('partly');
    expect(state({ ...looked, shortfall: 1, unanswered: 3 })).toBe('nothing');
  });

  test('reports a refresh that did not change the document, and links to the model', () => {
    const refresh = (outcome: string) =>
      viewOfItem(
        item({
          ...{ task_type: 'refresh_mental_model', status: 'completed', mental_model_id: 'm', details: { outcome } },
          subject: { kind: 'mental_model', id: 'm', name: 'Ana' },
        }),
      );
    const unchanged = refresh('content_preserved_no_new_facts');
    expect(stateOf(unchanged)).toBe('completed');
    expect(progressText(unchanged)).toBe('No new facts, took 10 s');
    expect(progressText(refresh('content_unchanged'))).toBe('Content unchanged, took 10 s');
    expect(changePath('o', 'b', unchanged)).toBe('/o/o/b/b/mental-models/m');
    expect(changePath('o', 'b', refresh('content_written'))).toBe('/o/o/b/b/mental-models/m/compare');
  });

  test('names the mental model or document, and what a refresh changed', () => {
    const model = { kind: 'mental_model', id: 'mm-1', name: 'Ana' } as const;
    const refreshed = (details: OperationListItem['details'], subject: OperationListItem['subject'] = model) =>
      viewOfItem(item({ task_type: 'refresh_mental_model', status: 'completed', mental_model_id: 'mm-1', subject, details }));
    const written = { outcome: 'content_written', version: 2 };
    const second = refreshed({ ...written, facts: { added: 3, dropped: 1 } });
    expect([aboutOf(second), progressText(second)]).toEqual(['Ana', 'v1 → v2, +3 facts, −1 fact, took 10 s']);
    expect(subjectPath('o', 'b', second)).toBe('/o/o/b/b/mental-models/mm-1');
    expect(versionsPath('o', 'b', second)).toBe('/o/o/b/b/mental-models/mm-1/compare?from=1&to=2');
    expect(changeText(refreshed({ ...written, version: 1, facts: { added: 4, dropped: 0 } }))).toBe('v1, +4 facts');
    expect(changeText(refreshed(written))).toBe('v1 → v2');
    const deleted = refreshed(written, { ...model, name: null });
    expect([aboutOf(deleted), subjectPath('o', 'b', deleted), versionsPath('o', 'b', deleted)]).toEqual(['mm-1 (deleted)', null, null]);
    expect(changePath('o', 'b', deleted)).toBe('/o/o/b/b/operations?op=a');

    const retained = (status: OperationListItem['status'], name: string | null) =>
      viewOfItem(item({ task_type: 'retain', status, document_id: 'log', subject: { kind: 'document', id: 'log', name } }));
    expect(aboutOf(retained('processing', null))).toBe('log');
    expect(aboutOf(retained('completed', null))).toBe('log (deleted)');
    expect(subjectPath('o', 'b', retained('completed', 'log'))).toBe('/o/o/b/b/documents/log');
  });

  test('formats the progress as a sentence', () => {
    const say = (more: Partial<OperationListItem>) => progressText(viewOfItem(item(more)));
    expect(say({})).toBe('Waiting');
    expect(say({ parts, progress })).toBe('1 of 4 parts');
    expect(say({ parts: { ...parts, processing: 2 }, progress })).toBe('Storing, 1 of 4 parts');
    expect(say({ task_type: 'consolidation', status: 'processing', progress: { stage: 'consolidating', at: '', processed: 1200 } })).toBe(
      'Consolidating, 1,200 so far',
    );
    expect(say({ status: 'processing', parts: { ...parts, total: 1 }, progress: { ...progress, total: 1 } })).toBe('Storing');
    const one = { ...parts, total: 1, processing: 1 };
    expect(say({ parts: one, progress: { stage: 'extracting', at: '', processed: 40, total: 260 } })).toBe('Extracting, 40 of 260 chunks');
    expect(say({ parts: one, progress: { stage: 'embedding', at: '', processed: 512, total: 2600 } })).toBe(
      'Embedding, 512 of 2,600 memories',
    );
    const vectors = { task_type: 'reembedding', items_count: 0, progress: { stage: 'embedding', at: '', processed: 192, total: 250 } };
    expect(say({ ...vectors, status: 'processing' })).toBe('Embedding, 192 of 250 memories');
    expect(say(vectors)).toBe('192 of 250 memories');
    expect(say({ status: 'completed' })).toBe('took 10 s');
    expect(say({ status: 'completed', started_at: null })).toBe('Done');
    expect(say({ status: 'completed', shortfall: 2 })).toBe('2 items not processed, or only in part, took 10 s');
    expect(say({ task_type: 'consolidation', items_count: 0, status: 'completed', shortfall: 1 })).toBe(
      '1 memory not consolidated, took 10 s',
    );
    expect(say({ task_type: 'consolidation', items_count: 0, status: 'completed', unanswered: 2 })).toBe(
      '2 memories without a usable answer, took 10 s',
    );
    expect(
      say({
        status: 'failed',
        error_message: 'The operation exceeded its time limit of 1800 s. Split the request.',
      }),
    ).toBe('The operation exceeded its time limit of 1800 s. Split the request.');
    expect(say({ next_retry_at: '2026-01-01T00:01:00Z', error_message: 'The language model was not available.' })).toBe(
      'The language model was not available.',
    );
  });

  test('counts the attempts that were started', () => {
    const attempts = (more: Partial<OperationListItem>) => viewOfItem(item({ task_type: 'consolidation', ...more })).attempts;
    expect(attempts({ status: 'processing' })).toBe(1);
    expect(attempts({ status: 'pending', retry_count: 2 })).toBe(2);
    expect(attempts({ status: 'failed', retry_count: 3 })).toBe(4);
    expect(attempts({ status: 'cancelled' })).toBeNull();
    expect(attempts({ parts, status: 'completed', retry_count: 1 })).toBe(2);
    expect(attemptsText({ attempts: 1, partsTotal: 0 })).toBeNull();
    expect(attemptsText({ attempts: 2, partsTotal: 0 })).toBe('2');
    expect(attemptsText({ attempts: 2, partsTotal: 3 })).toBe('2, for one of its parts');
  });
});

test('returns a share only if the total is known', () => {
  expect(shareOf({ progress, partsTotal: 4 })).toBe(0.25);
  expect(shareOf({ progress: { ...progress, total: 1 }, partsTotal: 1 })).toBeNull();
  expect(shareOf({ progress: { ...progress, total: null }, partsTotal: 0 })).toBeNull();
  expect(shareOf({ progress: null, partsTotal: 0 })).toBeNull();
});

test('names a reprocessed document differently from a stored part', () => {
  expect(nameOf({ type: 'retain', part: null, parentId: null })).toBe('Reprocessing');
  expect(nameOf({ type: 'retain', part: null, parentId: 'p' })).toBe('Retain');
  expect(nameOf({ type: 'part', part: 1, parentId: 'p' })).toBe('Part 2');
  expect(nameOf({ type: 'file_convert_retain', part: null, parentId: null })).toBe('File convert retain');
});

test('formats durations in a suitable unit', () => {
  expect([0, 420, 999.6, 9960, 12_400, 59_700, 185_000, 7_800_000].map(durationText)).toEqual([
    '0 ms',
    '420 ms',
    '1 s',
    '10 s',
    '12 s',
    '1 min',
    '3 min 5 s',
    '2 h 10 min',
  ]);
});

test('lists parts below an unfolded operation, except a single part', () => {
  const detail = {
    operation_id: 'a',
    status: 'pending' as const,
    operation_type: 'batch_retain',
    child_operations: [
      { operation_id: 'p', status: 'completed' as const, sub_batch_index: 0, items_count: 2 },
      { operation_id: 'q', status: 'processing' as const, sub_batch_index: 1, items_count: 1 },
    ],
  };
  const whole = item({ parts: { ...parts, total: 2 } });
  expect(linesOf([whole], new Set(), () => detail)).toHaveLength(1);
  expect(linesOf([whole], new Set(['a']), () => undefined)).toHaveLength(1);
  const lines = linesOf([whole, item({ id: 'b' })], new Set(['a']), () => detail);
  expect(lines.map(({ view, level, isLast }) => [view.id, level, isLast])).toEqual([
    ['a', 1, false],
    ['p', 2, false],
    ['q', 2, true],
    ['b', 1, false],
  ]);
  expect(linesOf([item({ parts: { ...parts, total: 1 } })], new Set(['a']), () => detail)).toMatchObject([{ canUnfold: false }]);
  expect(viewOfStatus({ operation_id: 'x', status: 'not_found' })).toBeNull();
});

test('groups an error that several items share', () => {
  const outcome = (index: number, reason?: string) => ({ index, document_id: null, outcome: 'failed', facts: 0, reason });
  const outcomes = outcomesOf({ outcomes: [outcome(0, 'No answer.'), outcome(1, 'Too long.'), outcome(2), outcome(4, 'No answer.')] });
  expect([...sharedReasons(outcomes)]).toEqual([['No answer.', [0, 4]]]);
  expect(t.itemsNamed([0, 4])).toBe('2 items (1 and 5)');
  expect(t.itemsNamed([0, 1, 2, 3, 4, 5, 6])).toBe('7 items (1, 2, 3, 4, 5, 6 and 7)');
  expect(t.itemsNamed(Array.from({ length: 40 }, (_, n) => n))).toBe('40 items (1, 2, 3, 4, 5, 6 and 34 more)');
});

describe('a transfer', () => {
  test('has a file while the server names one, with a link for a person of several organizations', () => {
    const view = viewOfItem(item({ task_type: 'export', status: 'completed', filename: 'bank.zip', updated_at: '2026-01-01T00:00:00Z' }));
    expect(fileOf('acme', 'a/b c', view)).toEqual({
      name: 'bank.zip',
      href: '/v1/default/files/download/banks/a/b%20c/exports/a.zip?organization=acme',
      until: '2026-01-31T00:00:00.000Z',
    });
    expect(fileOf('acme', 'a', { ...view, filename: null })).toBeNull();
  });

  test('counts documents and memories always, and what else there is', () => {
    expect(countsOf({ documents: 2, facts: 0, observations: 0, mental_models: 1 })).toEqual([
      '2 documents',
      '0 memories',
      '1 mental model',
    ]);
    expect(countsOf(importedOf({ documents_imported: 1, facts_imported: 1 }))).toEqual(['1 document', '1 memory']);
  });
});

describe('the ends of operations', () => {
  const at = (id: string, hour: number, status: OperationListItem['status']) =>
    item({ id, status, created_at: `2026-01-01T0${hour}:00:00Z` });
  const page = {
    operations: [at('new', 3, 'completed'), at('running', 3, 'processing'), at('own', 1, 'failed'), at('old', 1, 'completed')],
  };
  const idsOf = (waitedFor: string[], latest: string | null) => endsOf(page, waitedFor, latest).ended.map(({ id }) => id);

  test('include those that began and ended since the former page', () => {
    expect(idsOf(['own', 'running'], '2026-01-01T02:00:00Z')).toEqual(['new', 'own']);
    expect(endsOf(page, ['gone'], '').missing).toEqual(['gone']);
  });
  test('without a former page are those that were open or started here', () => {
    expect(idsOf(['own', 'running'], null)).toEqual(['own']);
  });
});
