import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '#e2e/fixtures/runs';
import { readSentences } from '#lib/base/text/sentences';

const sentences = (text: string): string[] => readSentences(text).map(({ start, end }) => text.slice(start, end));

describe('readSentences', () => {
  it.each<[string, string, string[]]>([
    ['splits at sentence ends', 'Hey Mel! Good to see you. How are you?', ['Hey Mel!', 'Good to see you.', 'How are you?']],
    [
      'not behind abbreviations',
      'I met Dr. Smith at Acme Corp. in the U.S. and he left.',
      ['I met Dr. Smith at Acme Corp. in the U.S. and he left.'],
    ],
    [
      'not inside versions, names of packages and addresses',
      'We use v1.2 of node.js. See https://a.io/x?y=1.5 for it.',
      ['We use v1.2 of node.js.', 'See https://a.io/x?y=1.5 for it.'],
    ],
    ['not behind an ellipsis that goes on', 'Well... maybe. Yes.', ['Well... maybe.', 'Yes.']],
    ['not between a quotation and who said it', '"Really?" she asked. He nodded.', ['"Really?" she asked.', 'He nodded.']],
    ['at line ends', 'First line\nSecond line', ['First line', 'Second line']],
    [
      'at list items',
      'To do:\n- buy milk\n- call Ann. She waits.\n1. rest',
      ['To do:', '- buy milk', '- call Ann.', 'She waits.', '1. rest'],
    ],
    [
      'but joins lines that were wrapped',
      'This is a long line of prose that was wrapped at some width by\nan editor. Then more.',
      ['This is a long line of prose that was wrapped at some width by\nan editor.', 'Then more.'],
    ],
    [
      'keeps code line by line',
      '```js\nlet a = 1. + 2. ;\n\nfoo. Bar()\n```\nDone. Yes.',
      ['```js', 'let a = 1. + 2. ;', 'foo. Bar()', '```', 'Done.', 'Yes.'],
    ],
    ['reads wide punctuation', '今日は雨です。傘を持って。', ['今日は雨です。', '傘を持って。']],
    ['lower case as well', 'i went home. it was good', ['i went home.', 'it was good']],
  ])('%s', (_name, text, expected) => {
    expect(sentences(text)).toEqual(expected);
  });

  it('covers every visible character once, in order', () => {
    const part = fc.constantFrom(
      'Hello there.',
      'ok',
      '\n',
      '- item',
      '```',
      'Dr. No',
      '。',
      '\r\n',
      '  ',
      'What?!',
      '“Q.”',
      '🙂',
      "don't",
      'a'.repeat(70),
      'v1.2',
    );
    fc.assert(
      fc.property(
        fc.array(part, { maxLength: 25 }).map((parts) => parts.join(' ')),
        (text) => {
          const found = readSentences(text);
          let at = 0;
          let between = '';
          for (const { start, end } of found) {
            expect(start).toBeGreaterThanOrEqual(at);
            between += text.slice(at, start);
            expect(text.slice(start, end)).toBe(text.slice(start, end).trim());
            at = end;
          }
          expect((between + text.slice(at)).trim()).toBe('');
        },
      ),
      { numRuns: runs(500) },
    );
  });

  it.each<[string, string, string[]]>([
    ['Hindi', 'मैं घर गया। वह आया। फिर हम बाज़ार गए।', ['मैं घर गया।', 'वह आया।', 'फिर हम बाज़ार गए।']],
    ['Arabic', 'هل جاء أحمد؟ نعم جاء. ثم ذهب.', ['هل جاء أحمد؟', 'نعم جاء.', 'ثم ذهب.']],
    ['Chinese, with quotation marks', '他说：“你好。”然后走了。为什么？！', ['他说：“你好。”', '然后走了。', '为什么？！']],
    ['Armenian', 'Անին եկավ։ Նա գնաց։', ['Անին եկավ։', 'Նա գնաց։']],
    ['Amharic', 'አኒታ መጣች። እሷ ሄደች።', ['አኒታ መጣች።', 'እሷ ሄደች።']],
    ['Burmese', 'သူလာသည်။သူသွားသည်။', ['သူလာသည်။', 'သူသွားသည်။']],
    ['Khmer', 'គាត់មក។ គាត់ទៅ។', ['គាត់មក។', 'គាត់ទៅ។']],
    [
      'Thai, at blanks of long sentences',
      'สมชายเก็บกุญแจสำรองไว้ที่บ้านเพื่อนบ้านเสมอในช่วงฤดูร้อน ร้านปิดวันอาทิตย์ และวันจันทร์',
      ['สมชายเก็บกุญแจสำรองไว้ที่บ้านเพื่อนบ้านเสมอในช่วงฤดูร้อน', 'ร้านปิดวันอาทิตย์ และวันจันทร์'],
    ],
  ])('knows the sentence ends of %s', (_language, text, expected) => {
    expect(sentences(text)).toEqual(expected);
  });

  it('takes time linear in a run of closing quotation marks', () => {
    expect(sentences(`。${'”'.repeat(200_000)}`).join('')).toHaveLength(200_001);
  });

  it('reads a line of any length', () => {
    expect(sentences('word '.repeat(20_000)).join(' ').length).toBeGreaterThan(99_000);
    expect(sentences('Word and Name. '.repeat(3000))).toHaveLength(3000);
  });
});
