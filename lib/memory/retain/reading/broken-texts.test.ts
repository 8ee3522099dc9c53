import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '#e2e/fixtures/runs';
import { parseTurns } from '#lib/memory/retain/reading/transcript';

/** Mails, pages and Markdown that are cut, mixed or reordered, and hostile ones. */

const FROM = 'From: Nils Aas <nils@post.example>\nTo: eva@post.example\nSubject: Boat\nDate: Tue, 3 Mar 2026 07:30:00 +0100\n';
const base64 = (text: string) =>
  Buffer.from(text)
    .toString('base64')
    .replace(/(.{20})/g, '$1\n');
const TEXTS = [
  `${FROM}\nHi Eva,\n\nmark1 is red.\n\nOn Mon, 2 Mar 2026 at 9:15, Eva Lund <eva@post.example> wrote:\n> mark2 is blue.\n>> mark3 is old.\n\nmark4 is new.\n\n-- \nNils\n`,
  `${FROM}Content-Type: multipart/mixed; boundary=o\n\n--o\nContent-Type: multipart/alternative; boundary=i\n\n--i\nContent-Transfer-Encoding: quoted-printable\n\nmark1 is r=C3=B6d=\n and long.\n\nmark2 is here.\n--i\nContent-Type: text/html\n\n<p>mark1 is röd and long.</p><p>mark2 is here.</p>\n--i--\n--o\nContent-Type: text/plain\nContent-Transfer-Encoding: base64\n\n${base64('mark3 schwimmt.\n\nmark4 auch.\n\nmark5 nicht.\n')}\n--o\nContent-Type: message/rfc822\n\nFrom: eva@post.example\nSubject: Oars\nDate: Mon, 2 Mar 2026 09:00:00 GMT\n\nmark6 are oars.\n--o--\n`,
  `${FROM}Content-Type: text/html; charset=utf-8\nContent-Transfer-Encoding: base64\n\n${base64('<div>mark1 a</div><div>mark2 b<br><br>mark3 c</div><table><tr><td>mark4</td><td>mark5</td></tr></table><blockquote>mark6</blockquote>')}\n`,
  'From a@b.example Tue Mar  3 07:30:00 2026\nFrom: a@b.example\nSubject: Boat\n\nmark1 is red.\n\nFrom c@d.example Tue Mar  4 07:30:00 2026\nFrom: c@d.example\nSubject: Boat\n\nmark2 is blue.\n',
  '<!DOCTYPE html><html><head><title>T</title><script>mark9</script></head><body><h1>Boat</h1><p>mark1 &amp; x</p><ul><li>mark2<li>mark3</ul><table><tr><th>A</th><th>B</th></tr><tr><td>mark4</td><td>mark5</td></tr></table><pre>mark9</pre></body></html>',
  '---\na: mark9\n---\n# Boat\n\nmark1 **is** red.\n\n- mark2\n- mark3 [x](y)\n\n| A | B |\n|---|---|\n| mark4 | mark5 |\n\n```\nmark9\n```\n\n<!-- mark9 -->\n\nmark6\n',
];

/** No character is lost, no turn is without a slice, and no words are in two turns. */
function check(content: string, isOnce: boolean): void {
  const turns = parseTurns(content);
  expect(turns.map(({ raw }) => raw).join('')).toBe(content);
  expect(turns.every(({ raw }) => raw !== '')).toBe(true);
  const marks = turns.flatMap(({ body }) => body.match(/mark\d/g) ?? []);
  if (isOnce) expect(marks).toHaveLength(new Set(marks).size);
}

describe('a broken text', () => {
  it.each(TEXTS.map((text, i): [number, string] => [i, text]))('is cut anywhere (%i)', (_, text) => {
    for (let end = 1; end <= text.length; end++) check(text.slice(0, end), true);
    for (let start = 1; start < text.length; start += 3) check(text.slice(start), false);
    const whole = parseTurns(text).flatMap(({ body }) => body.match(/mark\d/g) ?? []);
    expect(whole).not.toContain('mark9');
    const expected = [...new Set(text.match(/mark[1-8]/g) ?? [])];
    expect(whole).toEqual(expect.arrayContaining(expected));
  });

  it('has its lines in another order, or is mixed with others', () => {
    const line = fc.constantFrom(...TEXTS.flatMap((text) => text.split('\n')));
    fc.assert(
      fc.property(
        fc.array(line, { maxLength: 40 }),
        fc.constantFrom('', FROM, `${FROM}Content-Type: multipart/mixed; boundary=o\n`),
        (lines, top) => {
          check(top + lines.join('\n'), false);
        },
      ),
      { numRuns: runs(1_000) },
    );
  });
});

/** Milliseconds of processor time of this thread. */
function cpuOf(work: () => void): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

describe('a hostile text', () => {
  const html = `${FROM}Content-Type: text/html\n\n`;
  const qp = `${FROM}Content-Transfer-Encoding: quoted-printable\n\n`;
  it.each<[string, string]>([
    [FROM, 'a: b\n'],
    [FROM, ' folded\n'],
    [`${FROM}\n`, 'On 3 May a\n'],
    [`${FROM}\n`, '> > > '],
    [`${FROM}\n`, 'From: a\nTo: b\n'],
    [`${FROM}\n`, 'a <a@b>,\n'],
    [`${FROM}\n`, '_____\n'],
    [`${FROM}\n`, 'Best,\n\n'],
    [`${FROM}Content-Type: multipart/mixed; boundary=o\n`, '\n--o\n'],
    [`${FROM}Content-Type: multipart/mixed; boundary=o\n`, '\n--o\nContent-Type: multipart/alternative; boundary=p\n\n--p\n'],
    [`${FROM}Content-Type: message/rfc822\n\n`, 'From: a@b\nMessage-ID: c\nContent-Type: message/rfc822\n\n'],
    [`${FROM}Content-Transfer-Encoding: base64\n\n`, 'QUJD'],
    [qp, '=C3=B6'],
    [qp, '=\n'],
    [html, '<table><tr><td>'],
    [html, '</p>'],
    ['<html>', '<div>'],
    ['<html>', '<table>'],
    ['<html>', '<a b="'],
    ['<html>', '<!-- '],
    ['<html>', '<tr><td>a<td>b'],
    ['<html>', '<li>a'],
    ['<html>', '&'],
    ['<html><p>', '<x '],
    ['# a\n\n', '[a]('],
    ['# a\n\n', '**a *b '],
    ['# a\n\n', '- a\n'],
    ['# a\n\n', '|-'],
    ['# a\n\n| a | b |\n|---|---|\n', '|a|b|\n'],
    ['# a\n\n', '<!--\n'],
    ['---\n', 'a: b\n'],
    ['# a\n\n', 'a\n---\n\n'],
  ])('takes linear time: %j, %j', (top, part) => {
    const textOf = (length: number) => top + part.repeat(length / part.length);
    parseTurns(textOf(2_000));
    const short = cpuOf(() => parseTurns(textOf(15_000)));
    const long = Math.min(...[0, 1].map(() => cpuOf(() => parseTurns(textOf(60_000)))));
    expect(long).toBeLessThan(8 * short + 150);
  });
});
