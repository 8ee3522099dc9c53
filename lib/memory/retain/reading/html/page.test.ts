import { describe, expect, it } from 'vitest';
import { parseTurns } from '#lib/memory/retain/reading/transcript';

/** The words of a page and the headings above them. The slices of the turns must be the page. */
function readIn(content: string): [string, string | null][] {
  const turns = parseTurns(content);
  expect(turns.map(({ raw }) => raw).join('')).toBe(content);
  expect(turns.filter(({ raw, body }) => body !== '' && raw === '')).toEqual([]);
  return turns.filter(({ body }) => body !== '').map(({ body, heading }) => [body, heading]);
}
const wordsIn = (content: string) => readIn(content).map(([body]) => body);

describe('pages', () => {
  it('have headings as context, and list items and rows as statements', () => {
    const page = `<!DOCTYPE html>
<html><head><title>Ferry times | Harbor</title><style>p { color: red }</style><script>if (a < b) document.write("<p>no</p>");</script></head>
<body><!-- <p>old</p> --><nav><a href="/">Home</a></nav>
<h1>Ferry times</h1><p>The ferry leaves from <a href="https://x.example/pier" title="Map">pier 3</a>.</p>
<h2>Summer</h2><ul><li>The first boat sails at six.<li>Bikes travel <em>free</em>.<ol><li>Trailers do not.</li></ol></li></ul>
<h2>Fares</h2><table><caption>In crowns</caption><tr><th>Who</th><th>Fare</th></tr><tr><td>Adults</td><td>60</td></tr><tr><td>Children</td><td></td></tr></table>
<h3>Group</h3><dl><dt>Contact</dt><dd>Eva Lund</dd></dl></body></html>`;
    expect(readIn(page)).toEqual([
      ['The ferry leaves from pier 3.', 'Ferry times'],
      ['The first boat sails at six.', 'Ferry times > Summer'],
      ['Bikes travel free.', 'Ferry times > Summer'],
      ['Trailers do not.', 'Ferry times > Summer'],
      ['In crowns', 'Ferry times > Fares'],
      ['Who: Adults, Fare: 60', 'Ferry times > Fares'],
      ['Who: Children', 'Ferry times > Fares'],
      ['Contact: Eva Lund', 'Ferry times > Fares > Group'],
    ]);
  });

  it.each([
    ['entities', '<p>Sm&oslash;rrebr&#248;d &amp; tea&nbsp;&#x2014; 4&nbsp;&euro;</p>', ['Smørrebrød & tea — 4 €']],
    ['line breaks', '<div>Pier 3<br>Oslo<br/>Norway</div>', ['Pier 3\nOslo\nNorway']],
    ['blanks', '<p>\n  The boat\n\tis   red.\n</p>', ['The boat is red.']],
    ['paragraphs without end tags', '<p>The boat is red.<p>The sail is blue.', ['The boat is red.', 'The sail is blue.']],
    [
      'hidden elements',
      '<div><p>Red.</p><p hidden>Blue.</p><p style="color: red; display: none">Green.</p><template>Gray.</template></div>',
      ['Red.'],
    ],
    ['code', '<p>Run it.</p><pre><code>let boat = 1;</code></pre><p>Use <code>npm</code> then.</p>', ['Run it.', 'Use npm then.']],
    ['forms', '<form><label>Your name</label><select><option>Mr</option></select><button>Send</button></form>', ['Your name']],
    ['attributes', '<p data-x="a > b" class="it\'s">Red.</p><img src="x.png" alt="A boat">', ['Red.']],
    [
      'rows with a heading cell',
      '<table><tr><th>Owner:</th><td>Eva</td></tr><tr><th>Port</th><td>Oslo</td></tr></table>',
      ['Owner: Eva', 'Port: Oslo'],
    ],
    [
      'tables whose first row names the columns',
      '<table><tr><td>Name</td><td>Port</td></tr><tr><td>Eva</td><td>Oslo</td></tr><tr><td>Nils</td><td>Moss</td></tr></table>',
      ['Name: Eva, Port: Oslo', 'Name: Nils, Port: Moss'],
    ],
    [
      'tables that arrange a page',
      '<table><tr><td><table><tr><td><p>The boat is red.</p></td></tr></table></td><td>It is old.</td></tr></table>',
      ['The boat is red.', 'It is old.'],
    ],
    [
      'cells that cover several rows, in each of them',
      '<table><tr><th>City</th><th>Day</th><th>Hours</th></tr><tr><td rowspan="2">Porto</td><td>Monday</td><td>9 to 5</td></tr><tr><td>Friday</td><td>10 to 2</td></tr><tr><td>Lisbon</td><td>Sunday</td><td>closed</td></tr></table>',
      ['City: Porto, Day: Monday, Hours: 9 to 5', 'City: Porto, Day: Friday, Hours: 10 to 2', 'City: Lisbon, Day: Sunday, Hours: closed'],
    ],
    [
      'cells that cover several rows in the middle, and up to the end',
      '<table><tr><th>Who</th><th>Port</th><th>Boat</th></tr><tr><td>Eva</td><td rowspan=2>Oslo</td><td rowspan="0">Freya</td></tr><tr><td>Nils</td></tr><tr><td>Ida</td><td>Moss</td></tr></table>',
      ['Who: Eva, Port: Oslo, Boat: Freya', 'Who: Nils, Port: Oslo, Boat: Freya', 'Who: Ida, Port: Moss, Boat: Freya'],
    ],
    [
      'heads of two rows',
      '<table><thead><tr><th rowspan="2">Boat</th><th colspan="2">Fares</th></tr><tr><th>Adults</th><th>Children</th></tr></thead><tbody><tr><td>Freya</td><td>60</td><td>30</td></tr></tbody></table>',
      ['Boat: Freya, Adults: 60, Children: 30'],
    ],
    [
      'cells that cover several columns, once',
      '<table><tr><th>Boat</th><th>Monday</th><th>Friday</th><th>Port</th></tr><tr><td>Freya</td><td colspan="2">in repair</td><td>Oslo</td></tr></table>',
      ['Boat: Freya, Monday: in repair, Port: Oslo'],
    ],
    [
      'rows without end tags',
      '<table><tr><th>Boat<th>Port<tr><td rowspan=2>Freya<td>Oslo<tr><td>Moss</table>',
      ['Boat: Freya, Port: Oslo', 'Boat: Freya, Port: Moss'],
    ],
    [
      'cells of a part of a table only in it',
      '<table><tbody><tr><td rowspan="9">Porto</td><td>Monday</td></tr></tbody><tbody><tr><td>Lisbon</td><td>Friday</td></tr></tbody></table>',
      ['Porto, Monday', 'Lisbon, Friday'],
    ],
    ['a heading without text', '<h1>Ferry</h1>', ['Ferry']],
    ['text that is cut off', '<html><body><p>The boat is red.</p><p class="x', ['The boat is red.']],
    ['inline elements', '<b>Note</b> the tide.', ['Note the tide.']],
  ])('read %s', (_, content, expected) => {
    expect(wordsIn(content)).toEqual(expected);
  });

  it('date the text below a heading with a date', () => {
    const turns = parseTurns('<h2>12 May 2024</h2><p>We sailed.</p>', { at: new Date('2026-01-01'), offsetMinutes: 0, live: false });
    expect(turns.find(({ body }) => body === 'We sailed.')?.time?.toISOString()).toBe('2024-05-12T00:00:00.000Z');
  });

  it.each(['I <3 this boat, a < b and c > d.', '<ann> hi\n<bob> hello', 'The tag <p> begins a paragraph.', '<3 and </3 are hearts'])(
    'do not include %j',
    (content) => {
      expect(
        parseTurns(content)
          .map(({ raw }) => raw)
          .join(''),
      ).toBe(content);
      expect(wordsIn(content).join(' ')).toContain(content.split(/[>\n]/).at(-1)!.trim());
    },
  );
});
