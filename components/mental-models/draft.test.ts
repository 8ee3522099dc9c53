import { describe, expect, it } from 'vitest';
import { bodyOf, changesOf, draftOf, EMPTY, timingOf } from '#components/mental-models/draft';
import { cronWords, timetableOf } from '#components/mental-models/timetable';
import { triggerWords } from '#components/mental-models/wording';
import { createMentalModel } from '#lib/memory/mental-models/contract';

const GOOD = { ...EMPTY, name: 'Ann', question: 'What does Ann like?' };

/** The stored model as the API returns it. */
const stored = (body: unknown) => {
  const { trigger, ...rest } = createMentalModel.body!.parse(body);
  return { id: 'm', ...rest, trigger };
};

describe('form of a mental model', () => {
  it('produces a valid request body', () => {
    expect(bodyOf(GOOD, null)).toMatchObject({ body: { name: 'Ann', source_query: 'What does Ann like?', max_tokens: 2048, tags: [] } });
  });

  it('restores the form from the stored model', () => {
    const draft = {
      ...GOOD,
      id: 'm',
      tags: 'a, b',
      mode: 'full' as const,
      when: 'cron' as const,
      cron: '30 7 * * 1-5',
      interval: '90',
      types: ['world' as const],
      tagsMatch: 'exact' as const,
      groups: '[\n  {\n    "tags": [\n      "x"\n    ]\n  }\n]',
      excluded: 'mm-1',
      keepsTrace: true,
    };
    const made = bodyOf(draft, null);
    const { trigger } = stored('body' in made ? made.body : null);
    expect(trigger).toMatchObject({ refresh_cron: '30 7 * * 1-5', min_refresh_interval_seconds: 5400, fact_types: ['world'] });
    const again = draftOf(stored('body' in made ? made.body : null) as Parameters<typeof draftOf>[0]);
    expect({ ...again, groups: '' }).toEqual({ ...draft, groups: '' });
    expect(JSON.parse(again.groups)).toMatchObject([{ tags: ['x'] }]);
  });

  it('preserves trigger fields that the form does not show', () => {
    const { trigger } = stored({ name: 'n', source_query: 'q', trigger: { recall_max_tokens: 900 } });
    expect(bodyOf(GOOD, trigger)).toMatchObject({ body: { trigger: { recall_max_tokens: 900, mode: 'delta' } } });
  });

  it.each([
    [{ name: ' ' }, 'name'],
    [{ question: '?!' }, 'question'],
    [{ size: '12' }, 'size'],
    [{ size: '1e3' }, 'size'],
    [{ when: 'cron' as const, cron: 'every day' }, 'cron'],
    [{ when: 'cron' as const, cron: ' ' }, 'cron'],
    [{ when: 'cron' as const, cron: '0 0 30 2 *' }, 'cron'],
    [{ when: 'consolidation' as const, interval: 'soon' }, 'interval'],
    [{ groups: '{' }, 'groups'],
    [{ schema: '{"type":"array"}' }, 'schema'],
  ])('reports %j at its field', (change, field) => {
    const read = bodyOf({ ...GOOD, ...change }, null);
    expect('faults' in read && Object.keys(read.faults)).toEqual([field]);
  });
});

describe('update body', () => {
  const opened = stored({
    name: 'n',
    source_query: 'q?',
    tags: ['a'],
    trigger: { recall_max_tokens: 900, min_refresh_interval_seconds: 90 },
  });
  const changed = (change: Partial<typeof EMPTY>, now = opened) =>
    changesOf({ ...draftOf(opened as never), ...change }, opened as never, now as never);

  it('contains only the fields changed in the form', () => {
    expect(changed({})).toEqual({});
    expect(changed({ question: 'why?' })).toEqual({ source_query: 'why?' });
    expect(changed({ name: 'm', tags: '' })).toEqual({ name: 'm', tags: [] });
  });

  it('preserves concurrent changes of the trigger', () => {
    const now = { ...opened, name: 'theirs', trigger: { ...opened.trigger, mode: 'delta' as const } };
    expect(changed({ keepsTrace: true }, now)).toEqual({ trigger: { ...now.trigger, keep_trace: true } });
    expect(changed({ when: 'cron', cron: '0 6 * * *' }, now).trigger).toMatchObject({
      mode: 'delta',
      refresh_cron: '0 6 * * *',
      recall_max_tokens: 900,
    });
  });
});

describe('schedule', () => {
  it('lists the times of a step that does not divide its day or hour', () => {
    expect(cronWords('0 */6 * * *')).toMatch(/every 6 hours/);
    expect(cronWords('0 */5 * * *')).toMatch(/00:00, 05:00, 10:00, 15:00.*20:00/);
  });

  it('formats a cron expression and its next times in UTC', () => {
    expect(cronWords('0 6 * * 1')).toBe('At 06:00, only on Monday');
    expect(timetableOf('0 6 * * 1', new Date('2026-03-29T01:30:00Z')).map((at) => at.toISOString())).toEqual([
      '2026-03-30T06:00:00.000Z',
      '2026-04-06T06:00:00.000Z',
      '2026-04-13T06:00:00.000Z',
    ]);
  });
  it.each(['', 'x', '0 0 30 2 *', '* * * * * *', '@daily', '0 0 L * *', '0 0 ? * *', `${'0,'.repeat(64)}0 0 * * *`])(
    'rejects %s',
    (text) => {
      expect(timetableOf(text, new Date())).toEqual([]);
    },
  );
});

it.each([
  [{}, 'only on request; applies new memories'],
  [{ interval: '90' }, 'only on request; applies new memories'],
  [{ when: 'consolidation', interval: '90' }, 'after each consolidation, at most once every 90 minutes; applies new memories'],
  [{ when: 'cron', cron: ' 30 7 * * 1 ', interval: 'x', mode: 'full' }, 'at 07:30, only on Monday, UTC; rewrites the document'],
] as const)('formats the trigger of a draft with %j', (change, words) => {
  expect(triggerWords(timingOf({ ...EMPTY, ...change }))).toBe(words);
});
