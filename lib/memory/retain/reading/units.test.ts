import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '#e2e/fixtures/runs';
import { readSentences } from '#lib/base/text/sentences';
import { measureOf } from '#lib/memory/retain/reading/unit-size';
import { splitUnits, UNIT_TOKENS } from '#lib/memory/retain/reading/units';

const rangesOf = (text: string) => splitUnits(text, readSentences(text), () => null);
const unitsOf = (text: string): string[] => rangesOf(text).map(({ start, end }) => text.slice(start, end));

/** One sentence each, which cl100k counts as 40 to 130 tokens. */
const SENTENCES: [string, string][] = [
  ['Georgian', 'ნინო სათადარიგო გასაღებს ყოველთვის მეზობელთან ინახავს ზაფხულში.'],
  ['Tamil', 'அனிதா உதிரி சாவியை எப்போதும் பக்கத்து வீட்டில் வைத்திருப்பாள்.'],
  ['Amharic', 'አኒታ ትርፍ ቁልፉን ሁልጊዜ በጎረቤት ቤት ታስቀምጣለች።'],
  ['Burmese', 'ဒေါ်လှသည် အပိုသော့ကို အိမ်နီးချင်းထံတွင် အမြဲထားသည်။'],
  ['Armenian', 'Անին պահեստային բանալին միշտ պահում է հարևանի տանը ամռանը։'],
  ['Thai', 'สมชายเก็บกุญแจสำรองไว้ที่บ้านเพื่อนบ้านเสมอในช่วงฤดูร้อนและให้คนสวนยืมด้วย'],
  ['Hindi', 'अनिता अतिरिक्त चाबी हमेशा पड़ोसन के घर पर रखती है और गर्मियों में माली को भी दे देती है।'],
  ['Greek', 'Η Ελένη φυλάει πάντα τα εφεδρικά κλειδιά στη γειτόνισσα το καλοκαίρι και τα δίνει και στον κηπουρό.'],
];

describe('splitUnits', () => {
  it.each(SENTENCES)('leaves a sentence of %s whole', (_language, sentence) => {
    expect(unitsOf(sentence)).toEqual([sentence]);
  });

  it.each(SENTENCES)('ends a unit of %s where a sentence ends', (_language, sentence) => {
    const gap = sentence.startsWith('สม') ? ' ' : sentence.endsWith('။') ? '' : ' ';
    const text = Array.from({ length: 12 }, () => sentence).join(gap);
    const units = unitsOf(text);
    expect(units.length).toBeGreaterThan(2);
    for (const unit of units) expect([unit.startsWith(sentence), unit.endsWith(sentence)]).toEqual([true, true]);
  });

  it('cuts an unbroken run of Chinese between words', () => {
    const text = '我姐姐搬到了里斯本现在住在市中心每天骑自行车去图书馆工作'.repeat(8);
    const words = new Set<number>();
    for (const { index } of new Intl.Segmenter('en', { granularity: 'word' }).segment(text)) words.add(index);
    const ranges = rangesOf(text);
    expect(ranges.length).toBeGreaterThan(2);
    for (const { start } of ranges) expect(words.has(start)).toBe(true);
  });

  it('covers every letter once, in order, and never cuts a grapheme', () => {
    const piece = fc.oneof(
      fc.constantFrom(...SENTENCES.map(([, sentence]) => sentence), 'A short one.', '👨‍👩‍👧‍👦', '한국어 문장입니다.', '日本語の文です。'),
      fc.string({ unit: 'grapheme', maxLength: 60 }),
      fc.stringMatching(/^[a-zA-Z0-9+/]{0,120}$/),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), fc.constantFrom('', ' ', '\n'), (pieces, gap) => {
        const text = pieces.join(gap);
        const borders = new Set([text.length]);
        for (const { index } of new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text)) borders.add(index);
        let at = 0;
        for (const { start, end } of rangesOf(text)) {
          expect(start).toBeGreaterThanOrEqual(at);
          expect(text.slice(at, start)).not.toMatch(/[\p{L}\p{N}]/u);
          expect([borders.has(start), borders.has(end)]).toEqual([true, true]);
          at = end;
        }
        expect(text.slice(at)).not.toMatch(/[\p{L}\p{N}]/u);
      }),
      { numRuns: runs(300) },
    );
  });
});

describe('measureOf', () => {
  const sizeOf = (text: string): number => measureOf(text).sizeOf(text);

  it('counts English in cl100k tokens, with any signs', () => {
    expect(sizeOf('Anita keeps the spare key at the neighbor.')).toBe(10);
    expect(sizeOf('“Anita keeps the spare key,” she said — always.')).toBe(13);
  });

  it('gives sentences with one meaning about one size', () => {
    for (const [, sentence] of SENTENCES) {
      expect(sizeOf(sentence)).toBeGreaterThan(UNIT_TOKENS / 5);
      expect(sizeOf(sentence)).toBeLessThan(UNIT_TOKENS);
    }
  });
});
