import { expect, test } from 'vitest';
import { idOfFile, isAsNamed, MAX_BYTES, tagsOf, textOf } from '#components/documents/intake';
import { documents as t } from '#components/strings/documents';

const utf8 = (text: string) => new TextEncoder().encode(text);

test('derives the document id from the file name', () => {
  expect(idOfFile('notes of May.md')).toBe('notes of May.md');
  expect(idOfFile(' a\tb.txt ')).toBe('a b.txt');
  expect(idOfFile('..')).toBe('file');
  expect(idOfFile('')).toBe('file');
  expect(idOfFile('x'.repeat(600))).toHaveLength(512);
});

test('reads UTF-8, and UTF-16 with a byte order mark', () => {
  expect(textOf(utf8('Zoë 🚲'))).toEqual({ text: 'Zoë 🚲' });
  expect(textOf(new Uint8Array([0xff, 0xfe, 0x48, 0x00, 0x69, 0x00]))).toEqual({ text: 'Hi' });
  expect(textOf(new Uint8Array([0xfe, 0xff, 0x00, 0x48, 0x00, 0x69]))).toEqual({ text: 'Hi' });
});

test('reads Windows-1252 if it is not Unicode, and says so', () => {
  const bytes = (text: string) => Uint8Array.from(text, (sign) => sign.charCodeAt(0));
  expect(textOf(bytes('Gr\u00fc\u00dfe \u0093Zo\u00eb\u0094, 5 \u0080'))).toEqual({ text: 'Grüße “Zoë”, 5 €', note: t.legacyEncoding });
  // Cyrillic and Japanese in encodings of their own
  expect(textOf(bytes('\u00cf\u00f0\u00e8\u00e2\u00e5\u00f2, \u00ec\u00e8\u00f0'))).toEqual({ fault: t.unknownEncoding });
  expect(textOf(bytes('\u0093\u00fa\u0096\u007b\u008c\u00ea\u0081\u0042'))).toEqual({ fault: t.unknownEncoding });
  expect(textOf(bytes('abc\u00ff\u0001\u0002def'))).toEqual({ fault: t.notText });
  expect(textOf(bytes('\u00ff\u00feH'))).toEqual({ fault: t.notText });
});

test.each(['\u0089PNG', '%PDF-1.7 a text', 'PK\u0003\u0004', '{\\rtf1 a text', 'GIF89a', '\u00ff\u00d8\u00ff\u00e0'])(
  'refuses a file that begins with %j',
  (first) => {
    expect(textOf(Uint8Array.from(first, (sign) => sign.charCodeAt(0)))).toEqual({ fault: t.notText });
  },
);

test('distinguishes binary, empty and oversized files', () => {
  expect(textOf(new Uint8Array([0x89, 0x50, 0x4e, 0x47]))).toEqual({ fault: t.notText });
  expect(textOf(utf8('a\u0000b'))).toEqual({ fault: t.notText });
  expect(textOf(utf8(' \n\t'))).toEqual({ fault: t.blank });
  expect(textOf(new Uint8Array(MAX_BYTES + 1).fill(0x61))).toEqual({ fault: t.tooLarge });
  expect(textOf(new Uint8Array(MAX_BYTES / 2 + 16).fill(0x22))).toEqual({ fault: t.tooLarge });
});

test('detects invalid JSON files', () => {
  expect(isAsNamed('a.JSON', '{"a": 1}')).toBe(true);
  expect(isAsNamed('a.json', '{"a')).toBe(false);
  expect(isAsNamed('a.jsonl', '{}\n{}')).toBe(true);
});

test('parses tags with or without #, without duplicates', () => {
  expect(tagsOf(' #sales, spring ,,#sales\nnew york')).toEqual(['sales', 'spring', 'new york']);
  expect(tagsOf('')).toEqual([]);
});
