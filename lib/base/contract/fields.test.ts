import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  formatTimestamp,
  idText,
  inOrder,
  looseNameText,
  MAX_ID,
  MAX_ID_BYTES,
  nameText,
  newIdText,
  timeRange,
  timestampIn,
} from '#lib/base/contract/fields';
import { parseEnd, parseTimestamp } from '#lib/base/timestamps';

describe('parseTimestamp', () => {
  it.each([
    ['2026-03-01', '2026-03-01T00:00:00.000Z'],
    ['2026-03-01T10:20', '2026-03-01T10:20:00.000Z'],
    ['2026-03-01T10:20:30', '2026-03-01T10:20:30.000Z'],
    ['2026-03-01 10:20:30', '2026-03-01T10:20:30.000Z'],
    ['2026-03-01T10:20:30.123456Z', '2026-03-01T10:20:30.123Z'],
    ['2026-03-01T10:20:30+05:30', '2026-03-01T04:50:30.000Z'],
    ['2026-03-01T10:20:30-0800', '2026-03-01T18:20:30.000Z'],
    ['2024-02-29', '2024-02-29T00:00:00.000Z'],
    ['0001-01-01', '0001-01-01T00:00:00.000Z'],
    ['9999-12-31T23:59:59Z', '9999-12-31T23:59:59.000Z'],
  ])('%s', (text, iso) => {
    expect(parseTimestamp(text)?.toISOString()).toBe(iso);
  });

  it.each([
    '',
    'tomorrow',
    '2026',
    '2026-13-01',
    '2026-02-30',
    '2023-02-29',
    '0000-01-01',
    '+275760-09-13',
    '10000-01-01',
    '2026-03-01T24:00:00Z',
    '2026-06-30T23:59:60Z',
    '2026-03-01T10:60:00Z',
    '2026-03-01T10:20:30+99:00',
    '0001-01-01T00:00:00+05:00',
    '2026-03-01T',
    'NaN',
  ])('refuses %s', (text) => {
    expect(parseTimestamp(text)).toBeNull();
  });
});

describe('a rejected timestamp', () => {
  const wordsFor = (text: string) => timestampIn().safeParse(text).error?.issues[0]?.message;
  it.each(['2026-03-01T10:20:30 02:00', '2026-03-01T10:20 0200'])('explains the lost plus sign in %s', (text) => {
    expect(wordsFor(text)).toContain('%2B');
  });
  it.each(['soon', '2026-13-01 10:20'])('says only that %s is not a timestamp', (text) => {
    expect(wordsFor(text)).toBe('Value error, not an ISO 8601 date or date-time');
  });
});

describe('a time range', () => {
  it.each([
    ['2026-02-28', '2026-03-01T00:00:00.000Z'],
    ['2026-02-28T00:00', '2026-02-28T00:00:00.000Z'],
    ['9999-12-31', '9999-12-31T23:59:59.999Z'],
    ['2026-02-30', undefined],
  ])('up to %s ends before %s', (text, iso) => {
    expect(parseEnd(text)?.toISOString()).toBe(iso);
  });
  const range = inOrder(z.object(timeRange));
  it.each([{}, { from: '2026-03-01' }, { to: '2026-03-01' }, { from: '2026-03-01', to: '2026-03-01' }])('%j is accepted', (given) => {
    expect(range.safeParse(given).success).toBe(true);
  });
  it.each([
    { from: '2026-03-02', to: '2026-03-01' },
    { from: '2026-03-01', to: '2026-03-01T00:00Z' },
  ])('%j contains no point in time', (given) => {
    expect(range.safeParse(given).error?.issues).toMatchObject([{ path: ['from'], message: 'Value error, from must be before to' }]);
  });
});

describe('formatTimestamp', () => {
  it.each([
    ['2026-03-01T10:20:30.000Z', '2026-03-01T10:20:30+00:00'],
    ['2026-03-01T10:20:30.120Z', '2026-03-01T10:20:30.120+00:00'],
  ])('%s', (iso, text) => {
    expect(formatTimestamp(new Date(iso))).toBe(text);
  });
});

describe('idText', () => {
  const id = idText();
  it.each(['a', '...', '.a', 'a/../b', '%2e', 'x'.repeat(MAX_ID), 'é'.repeat(MAX_ID), '日'.repeat(MAX_ID_BYTES / 3)])(
    'takes %s',
    (text) => {
      expect(id.parse(text)).toBe(text);
    },
  );

  it.each([
    ['.', 'URLs cannot contain'],
    ['..', 'URLs cannot contain'],
    ['日'.repeat(MAX_ID), `${MAX_ID_BYTES} bytes`],
    ['a\u0000', 'control characters'],
    ['   ', 'must not be blank'],
    ['\u00a0\u3000', 'must not be blank'],
  ])('rejects %j with a reason', (text, reason) => {
    expect(id.safeParse(text).error?.issues[0]?.message).toContain(reason);
  });
});

describe('newIdText', () => {
  it.each(['a', 'a b', 'caf\u00e9', 'cafe\u0301', '\u{1f469}', '日本', '%20', 'a/b', 'ｆｕｌｌ'])('takes %j', (text) => {
    expect(newIdText().parse(text)).toBe(text);
  });

  it.each([' a', 'a ', 'a\u00a0', '\u3000a', 'prod\u2028'])('rejects blanks around %j', (text) => {
    expect(newIdText().safeParse(text).error?.issues[0]?.message).toContain('blanks');
    expect(idText().parse(text)).toBe(text);
  });

  it.each([
    'prod\u200b',
    '\u202eevil',
    'a\u00adb',
    'a\u2028b',
    'a\u2060b',
    'a\u3164b',
    'a\u200db',
    '\u{1f469}\u200d\u{1f467}',
    '\u2764\ufe0f',
    'a\ufe0f',
    'a\u180b',
    'a\u{e0041}',
    'a\u{e0101}',
    'a\u2800',
    'a\ufff9',
    '\u0600',
    'a\u{110bd}',
    'a\u{13430}',
    'a\u{1d173}',
    'a\ufffe',
    'a\ue000',
    'a\u0378',
    '\u0645\u06cc\u200c\u062e',
  ])('rejects invisible characters in %j', (text) => {
    expect(newIdText().safeParse(text).error?.issues[0]?.message).toContain('invisible');
    expect(idText().parse(text)).toBe(text);
  });

  it.each(['a\u00a0b', 'a\u3000b', 'a\u2003b', 'a\u202fb'])('rejects the blank in %j', (text) => {
    expect(newIdText().safeParse(text).error?.issues[0]?.message).toContain('U+0020');
    expect(idText().parse(text)).toBe(text);
  });

  it('reports a control character once', () => {
    expect(newIdText().safeParse('a\u0007b').error?.issues).toHaveLength(1);
  });
});

describe.each([
  ['nameText', nameText(50)],
  ['looseNameText', looseNameText(50)],
])('%s', (_, name) => {
  it.each(['Ann', 'a  b', 'می\u200cخواهم', 'ശ്രീ', 'ന്\u200d', '👩\u200d👩\u200d👧', '❤\ufe0f', '葛\u{e0100}城', 'a\u00a0b'])(
    'takes %j',
    (text) => {
      expect(name.parse(text)).toBe(text);
    },
  );

  it.each(['bob\u200b', 'bob\u202e', 'bo\u200db', 'a\u2062b', 'a\ufe0f', '\u2800', 'x\u3164', 'a\ue000', 'a\u{e0041}', 'a\u0378'])(
    'rejects %j',
    (text) => {
      expect(name.safeParse(text).error?.issues).toMatchObject([{ message: expect.stringContaining('invisible') }]);
    },
  );

  it('reports a control character once', () => {
    expect(name.safeParse('a\nb').error?.issues).toMatchObject([{ message: expect.stringContaining('control characters') }]);
  });
});

it('only a loose name may be empty, and is stored as sent', () => {
  expect(nameText(50).safeParse(' ').success).toBe(false);
  expect(nameText(50).parse(' a ')).toBe('a');
  expect(looseNameText(50).parse('')).toBe('');
  expect(looseNameText(50).parse(' a ')).toBe(' a ');
});
