import { describe, expect, it } from 'vitest';
import { parseTurns } from '#lib/memory/retain/reading/transcript';

function readIn(content: string): [string, string | null][] {
  const turns = parseTurns(content);
  expect(turns.map(({ raw }) => raw).join('')).toBe(content);
  return turns.filter(({ body }) => body !== '').map(({ body, heading }) => [body, heading]);
}
const wordsIn = (content: string) => readIn(`# Boat\n\n${content}`).map(([body]) => body);

describe('Markdown', () => {
  it('has short items of lists as context of those below them', () => {
    expect(readIn('# Boat\n\n1. **Sails**\n   - Main: red\n   - Jib\n2. It has a new mast.\n   - Ash\n')).toEqual([
      ['Sails', 'Boat'],
      ['Main: red', 'Boat > Sails'],
      ['Jib', 'Boat > Sails'],
      ['It has a new mast.', 'Boat'],
      ['Ash', 'Boat'],
    ]);
  });

  it('has headings as context, and list items and rows as statements', () => {
    const text =
      '---\ntitle: Ferry\ntags: [sea]\n---\n\n# Ferry **times**\n\nIt leaves from [pier 3](https://x.example/pier_3).\n\nSummer\n------\n\n* The first boat sails at six.\n* Bikes travel\n  free.\n    1. Trailers do not.\n- [x] Tickets are printed.\n\n## Fares\n\nIn crowns:\n| Who | Fare |\n| :-- | ---: |\n| Adults | **60** |\n| Children \\| pets | |\n\n```sh\nnpm run boat\n\nexit\n```\n\nPay on board.\n';
    expect(readIn(text)).toEqual([
      ['It leaves from pier 3.', 'Ferry times'],
      ['The first boat sails at six.', 'Ferry times > Summer'],
      ['Bikes travel\nfree.', 'Ferry times > Summer'],
      ['Trailers do not.', 'Ferry times > Summer'],
      ['Tickets are printed.', 'Ferry times > Summer'],
      ['In crowns:', 'Ferry times > Fares'],
      ['Who: Adults, Fare: 60', 'Ferry times > Fares'],
      ['Who: Children | pets', 'Ferry times > Fares'],
      ['Pay on board.', 'Ferry times > Fares'],
    ]);
  });

  it.each([
    ['emphasis', 'The **red** boat is _old_, ~~new~~ and ***slow***.', ['The red boat is old, new and slow.']],
    ['signs that are no emphasis', '2 * 3 * 4 and snake_case_name and a*b*c', ['2 * 3 * 4 and snake_case_name and a*b*c']],
    [
      'links and images',
      'See ![the map](m.png "x") and [the *pier*][1] or <https://x.example>.\n\n[1]: https://x.example',
      ['See the map and the pier or https://x.example.'],
    ],
    ['code in a line', 'Run `npm **x**` now.', ['Run npm **x** now.']],
    [
      'tags and comments',
      'Red<br>blue &amp; <b>green</b>. <!-- no -->\n\n<!--\nnot\n\nthis\n-->\n\n<script>\nlet a;\n</script>\n\nEnd.',
      ['Red\nblue & green.', 'End.'],
    ],
    ['types in angle brackets', 'Use `x` or List<String> if a < b.', ['Use x or List<String> if a < b.']],
    ['quotations', '> The boat\n> is red.', ['The boat\nis red.']],
    ['indented code', 'Run it:\n\n    let a = 1;\n\nDone.', ['Run it:', 'Done.']],
    ['rules', 'One.\n\n***\n\nTwo.', ['One.', 'Two.']],
    ['escapes', '1 \\* 2 \\[x\\]', ['1 * 2 [x]']],
  ])('reads %s', (_, content, expected) => {
    expect(wordsIn(content)).toEqual(expected);
  });

  it.each(['Stars * and _lines_ and a < b.', '- milk\n- **eggs**', 'a | b', '---\nNot a field, but a sentence.\n---', '2 * 3 * 4'])(
    'is not %j',
    (content) => {
      expect(parseTurns(content).map(({ body }) => body)).toEqual([content]);
    },
  );
});
