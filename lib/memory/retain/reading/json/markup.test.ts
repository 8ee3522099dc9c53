import { describe, expect, it } from 'vitest';
import { mentionsIn, repaired, withoutMarkup } from '#lib/memory/retain/reading/json/markup';

const NAMES = new Map([['U01', 'Ann Lee']]);
const plain = (text: string, isEscaped = true): string => withoutMarkup(text, (id) => NAMES.get(id), isEscaped);

describe('withoutMarkup', () => {
  it.each([
    ['<@U01> and <@U02|bo> and <@U03>', 'Ann Lee and bo and <@U03>'],
    ['see <https://example.org/a?b=1|the page>, <https://example.org>', 'see the page, https://example.org'],
    ['in <#C01|repairs>, <!here>, <!subteam^S1|@team>, <!channel>', 'in #repairs, @here, @team, @channel'],
    ['write to <mailto:a@b.example|a@b.example>', 'write to a@b.example'],
    ['it is <:wave:123456> time', 'it is :wave: time'],
    ['1 &lt; 2 &amp;&amp; 3 &gt; 2 &#39;x&#39;', "1 < 2 && 3 > 2 'x'"],
    ['AT&T says &amp;', 'AT&T says &amp;'],
    ['<p>One &amp; two.</p><p>Three<br>four.</p>', 'One & two.\nThree\nfour.\n'],
    ['<b>Ida</b><p>I sold it.</p>', 'Ida\nI sold it.\n'],
    ['if a < b and c > d', 'if a < b and c > d'],
  ])('%s', (text, expected) => {
    expect(plain(text)).toBe(expected);
  });

  it('leaves the entities of a maker that does not escape', () => {
    expect(plain('What does &amp; mean?', false)).toBe('What does &amp; mean?');
  });
});

describe('the quotations of a message', () => {
  it.each([
    ['an answer', '<blockquote itemtype="x"><strong>Karl</strong><p>I hate Oslo.</p></blockquote>\n<p>I love Oslo.</p>', 'I love Oslo.'],
    ['between words', '<p>Yes.</p><blockquote>Is <blockquote>it</blockquote> blue?</blockquote>It is.', 'Yes.\n\nIt is.'],
    ['without an end', '<p>Yes.</p><blockquote>It is blue.', 'Yes.\nIt is blue.'],
  ])('%s', (_, text, expected) => {
    expect(withoutMarkup(text, () => undefined, false, true).trim()).toBe(expected);
  });

  it('are part of a text that nobody says', () => {
    expect(plain('<p>Yes.</p><blockquote>It is blue.</blockquote>')).toBe('Yes.\nIt is blue.\n');
  });
});

it('mentionsIn', () => {
  expect(mentionsIn('<@U01> <@!123> <@U02|bo> @U03')).toEqual(['U01', '123', 'U02']);
});

describe('repaired', () => {
  it.each([
    ['caf\u00c3\u00a9', 'café'],
    ['\u00f0\u009f\u0098\u0080 ok', '😀 ok'],
    ['café', 'café'],
    ['Ã© and 漢', 'Ã© and 漢'],
    ['a \u00c3\u00a9 b \u00e9 c', 'a \u00c3\u00a9 b \u00e9 c'],
  ])('%j', (text, expected) => {
    expect(repaired(text)).toBe(expected);
  });
});
