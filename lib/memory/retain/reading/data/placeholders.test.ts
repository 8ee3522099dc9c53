import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { extractUnits } from '#lib/memory/retain/reading/extract';
import { parseTurns } from '#lib/memory/retain/reading/transcript';

/** Data inside a text stays in the document, and a placeholder replaces it in the words. */

const bytesOf = (seed: string, length: number): Buffer =>
  Buffer.concat(Array.from({ length: Math.ceil(length / 64) }, (_, i) => createHash('sha512').update(`${seed} ${i}`).digest())).subarray(
    0,
    length,
  );
const base64 = (length: number): string => bytesOf('file', length).toString('base64');
const hex = (seed: number, length: number): string => createHash('sha512').update(`hash ${seed}`).digest('hex').slice(0, length);
const uuid = (seed: number): string => hex(seed, 32).replace(/(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
const wrapped = (text: string, width: number): string => text.replace(new RegExp(`.{${width}}`, 'g'), '$&\n').trimEnd();
const lines = (count: number, line: (i: number) => string): string => Array.from({ length: count }, (_, i) => line(i)).join('\n');

function unitsOf(content: string): { text: string; entities: string[] }[] {
  const turns = parseTurns(content);
  expect(turns.map(({ raw }) => raw).join('')).toBe(content);
  const units = extractUnits(
    turns.map((turn) => ({ ...turn, item: 0, signature: '' })),
    { timestamp: new Date('2026-05-04T10:00:00Z'), context: '', narrator: null },
  );
  return units.map(({ text, entities }) => ({ text, entities: entities.map(({ name }) => name) }));
}

const SCRIPT =
  '!function(e,t){"object"==typeof exports?module.exports=t():e.q=t()}(this,function(){"use strict";var e={};function t(n){return null==n}throw new Error("The given value must be a number");});';
const STYLE = '.roof{color:red;margin:0 auto}.roof>li:hover{display:none}@media (max-width:40em){.roof{float:none}.door{width:100%;top:0}}';
const DRAWN = 'M12 2C6.48 2 2 6.48 2 12s4.48 10 10 10 10-4.48 10-10S17.52 2 12 2zm0 18c-4.41 0-8-3.59-8-8s3.59-8 8-8 8 3.59 8 8';
const TOKEN = `eyJ${base64(30)}.eyJ${base64(60)}.${base64(32).replace(/[+/=]/g, 'a')}`.replace(/[+/=]/g, 'b');

/** Data and its label, written into a sentence. */
const IN_SENTENCES: readonly (readonly [string, string, string])[] = [
  ['a data URL', `data:image/png;base64,${base64(4000)}`, 'image/png'],
  ['a data URL with percent encoding', `data:image/svg+xml,${'%3Cpath%20d%3D%22M1%22%2F%3E'.repeat(9)}`, 'image/svg+xml'],
  ['base64', base64(300), 'encoded data'],
  ['base64 for URLs', bytesOf('url', 90).toString('base64url'), 'encoded data'],
  ['a hash', hex(1, 40), 'hash'],
  ['a long hash', hex(2, 64), 'hash'],
  ['hexadecimal data', bytesOf('hex', 200).toString('hex'), 'hexadecimal data'],
  [
    'bytes',
    bytesOf('bytes', 40)
      .toString('hex')
      .replace(/..(?!$)/g, '$& '),
    'bytes',
  ],
  ['a web token', TOKEN, 'token'],
  ['minified JavaScript', SCRIPT, 'minified code'],
  ['a minified style', STYLE, 'minified code'],
  ['an SVG image', `<svg viewBox="0 0 24 24"><path d="${DRAWN}"/></svg>`, 'image/svg+xml'],
  ['ids in a line', lines(5, uuid).replaceAll('\n', ', '), 'ids'],
  ['short hashes in a line', lines(20, (i) => hex(i, 8)).replaceAll('\n', ' '), 'hashes'],
  ['a vector', lines(48, (i) => Math.sin(i).toFixed(5)).replaceAll('\n', ', '), 'numbers'],
];

/** Data on lines of its own. */
const IN_LINES: readonly (readonly [string, string])[] = [
  ['a certificate', `-----BEGIN CERTIFICATE-----\n${wrapped(base64(900), 64)}\n-----END CERTIFICATE-----`],
  [
    'a key with a header',
    `-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\n\n${wrapped(base64(500), 64)}\n-----END RSA PRIVATE KEY-----`,
  ],
  ['a certificate without its end', `-----BEGIN CERTIFICATE-----\n${wrapped(base64(480), 64)}`],
  ['wrapped base64', wrapped(base64(700), 76)],
  ['wrapped base64 whose last line has letters only', `${wrapped(base64(240), 64)}\nkxCy`],
  ['a log of containers', lines(12, (i) => `web-1  | 2026-05-04T10:00:${10 + i} GET /berlin 200`)],
  ['a list of files', lines(12, (i) => `-rw-r--r--  1 berlin staff  45${i} Nov 28 04:08 porto-${i}.txt`)],
  ['checksums', lines(12, (i) => `${hex(i, 64)}  Berlin-${i}.txt`)],
  ['a style of one line', '.btn-berlin{color:#fff;background:#007bff}.btn-berlin:hover{color:#fff;background:#0069d9}'.repeat(12)],
  ['hashes', lines(30, (i) => hex(i, 40))],
  ['short hashes', lines(30, (i) => hex(i, 8))],
  ['ids in a list', lines(12, (i) => `- ${uuid(i)}`)],
  ['a dump', lines(4, (i) => `000000${i}0  89 50 4e 47 0d 0a 1a 0a  00 00 00 0d 49 48 44 52  |.PNG....Porto..R|`)],
  ['a dump of words', lines(4, (i) => `000000${i}0: 8950 4e47 0d0a 1a0a 0000 000d 4948 4452  .PNG....Porto..R`)],
  ['a log', lines(12, (i) => `2026-05-04 10:00:${10 + i},123 INFO [main] com.roof.Import: Row ${i} of Berlin was read`)],
  ['a log of the system', lines(12, (i) => `May 04 10:00:${10 + i} web-1 sshd[${i}]: Accepted key of Berlin`)],
  ['an access log', lines(12, (i) => `192.168.0.${i} - - [04/May/2026:10:00:00 +0000] "GET /berlin HTTP/1.1" 200 12`)],
  ['a log of objects', lines(12, (i) => `{"level":"info","time":"2026-05-04T10:00:${10 + i}Z","msg":"Berlin was read"}`)],
  [
    'a stack trace of Java',
    'java.lang.IllegalStateException: No Berlin\n\tat com.roof.Roof.find(Roof.java:12)\n\tat com.roof.Main.main(Main.java:44)\nCaused by: java.io.IOException: closed\n\tat com.roof.File.open(File.java:1)\n\t... 3 more',
  ],
  [
    'a stack trace of Python',
    'Traceback (most recent call last):\n  File "/roof/x.py", line 3, in <module>\n    main()\n  File "/roof/x.py", line 9, in main\n    raise ValueError("Berlin")\nValueError: Berlin is missing',
  ],
  [
    'a stack trace of JavaScript',
    'TypeError: berlin is not a function\n    at run (/roof/x.js:1:2)\n    at async main (file:///roof/y.mjs:3:4)',
  ],
  [
    'a stack trace of Go',
    'panic: no Berlin\n\ngoroutine 1 [running]:\nmain.find(0x1)\n\t/roof/main.go:12 +0x1d\nmain.main()\n\t/roof/main.go:5 +0x20',
  ],
  ['minified code of several lines', `${SCRIPT}\n${SCRIPT}`],
];

const BEFORE = 'Lena keeps the plan of the attic here:';
const AFTER = 'Omar Haddad repairs the beam in May.';

describe('data in a sentence', () => {
  it.each(IN_SENTENCES)('replaces %s by a placeholder', (_, data, label) => {
    const [unit, ...others] = unitsOf(`The file of the roof is ${data} and Lena keeps it.`);
    expect(others).toEqual([]);
    expect(unit!.text).toMatch(/^The file of the roof is \[?\[.*\]\]? and Lena keeps it\.$/);
    expect(unit!.text).toContain(`[${label}, `);
    expect(unit!.entities.filter((name) => name !== 'Lena')).toEqual([]);
  });

  it('states the length in the document', () => {
    const data = `data:text/plain;base64,${base64(1500)}`;
    expect(unitsOf(`See ${data} there.`)[0]!.text).toBe(`See [text/plain, ${data.length.toLocaleString('en')} characters] there.`);
  });

  it('replaces data in the strings of JSON and in headings', () => {
    const turns = parseTurns(JSON.stringify([{ role: 'user', content: `Ana sent ${base64(200)} to me.` }]));
    expect(turns.map(({ body }) => body)).toEqual(['Ana sent [encoded data, 268 characters] to me.']);
    expect(parseTurns(`# Build ${hex(3, 40)}\n\nIt failed.`)[0]!.title).toBe('Build [hash, 40 characters]');
  });
});

describe('data on lines of its own', () => {
  it.each(IN_LINES)('keeps the text around %s, and creates no memory or entity of it', (_, data) => {
    for (const content of [`${BEFORE}\n${data}\n${AFTER}`, `Ana: ${BEFORE}\n${data}\nAna: ${AFTER}`, `${BEFORE}\n\n${data}\n\n${AFTER}`]) {
      const units = unitsOf(content);
      const text = units.map((unit) => unit.text.replace('Ana: ', '')).join('\n');
      expect(text.replace(/\n(?:- )?\[[a-z\d+/ -]+, [\d,]+ characters\]/, '')).toBe(`${BEFORE}\n${AFTER}`);
      expect(units.flatMap(({ entities }) => entities).every((name) => ['Lena', 'Omar Haddad', 'Ana'].includes(name))).toBe(true);
    }
  });

  it.each(IN_LINES.filter(([, data]) => !data.startsWith('{')))('creates nothing from %s alone', (_, data) => {
    expect(unitsOf(data)).toEqual([]);
    expect(unitsOf(`${data}\r\n`.replaceAll('\n', '\r\n').replaceAll('\r\r', '\r'))).toEqual([]);
  });
});

describe('text that resembles data', () => {
  it.each([
    [
      'German compounds',
      'Das Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz gilt für die Donaudampfschifffahrtsgesellschaft.',
    ],
    ['an address', `Ana read https://example.org/roofs/${hex(4, 40)}?key=${base64(60).replace(/[+/=]/g, 'a')} today.`],
    [
      'names of chemicals',
      'It has (2S,3R,4S,5S,6R)-2-(hydroxymethyl)-6-[(2-methylpropan-2-yl)oxy]oxane-3,4,5-triol, InChI=1S/C6H12O6/c7-1-2-3(8)4(9)5(10)6(11)12-2/h2-11H.',
    ],
    ['Thai', 'ฉันไปตลาดเมื่อวานนี้และซื้อผลไม้สดมากมายสำหรับครอบครัวของฉันที่บ้านในกรุงเทพมหานคร'],
    ['Chinese', '我昨天去了市场买了很多新鲜水果给我在北京的家人然后我们一起吃了晚饭非常开心。'],
    [
      'paths',
      'See /home/ana/projects/memory-bank/lib/memory/retain/reading/speakers.test.ts and notes/2026-05-04-meeting-about-the-roof-and-the-attic.md.',
    ],
    ['names in code', 'Call AbstractSingletonProxyFactoryBeanDefinitionParserUtils with MY_LONG_CONSTANT_NAME_FOR_THE_ROOF_2026.'],
    ['one id', `Order ${uuid(5)} is late.`],
    ['a few short hashes', 'Omar reverted 1a2b3c4, 2b3c4d5 and 3c4d5e6.'],
    ['a table of prices', '| Month | Price |\n|---|---|\n| Jan | 12.50 |\n| Feb | 13.20 |\n| Mar | 14.00 |'],
    ['dates', lines(12, (i) => `2026-05-${10 + i}`)],
    ['numbers', 'The scores are 12, 15, 18, 21, 9, 8, 7, 30, 28 and 14, and the account is DE89370400440532013000.'],
    ['laughter and rules', `${'-'.repeat(70)}\nha${'ha'.repeat(40)}`],
    ['source code', '```ts\nexport const add = (a: number, b: number): number => a + b;\n```\nIt adds.'],
    [
      'markup',
      '<div class="card"><p>Omar repaired the roof in <b>May</b>.</p><p style="color:red;margin:0">It cost 1,200 euros.</p></div>',
    ],
    ['a table without borders', lines(8, (i) => `ana-1 | 2026-05-04 | the roof number ${i} is done`)],
    ['a list of files in words', lines(8, (i) => `- the file number ${i} of the roof`)],
    ['one message of an error', 'The import shows ValueError: bad amount in row 7.'],
    ['lines that begin with at', 'at the station (north)\nat the beach (we swam)\nat home (at last)'],
    ['messages about errors', lines(8, (i) => `[04/05/2026, 10:00:0${i}] Ana: ERROR at the bank number ${i}`)],
    ['messages with a time', lines(8, (i) => `2026-05-04 10:00:0${i} Ana: the roof number ${i} is done`)],
  ])('keeps %s', (_, content) => {
    for (const { body, title } of parseTurns(content)) expect(`${title}${body}`).not.toContain(' characters]');
  });
});

/** Numbers from 0 to `below`, the same in every run (Park and Miller). */
function randomOf(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
}

describe('broken and mixed texts', () => {
  const pieces = [
    ...IN_SENTENCES.map(([, data]) => data),
    ...IN_LINES.map(([, data]) => data),
    BEFORE,
    AFTER,
    'Ana: yes',
    '',
    '{"a": 1',
    '> On',
    '1\n00:00:01,000 --> 00:00:02,000',
  ];

  it.each(Array.from({ length: 40 }, (_, i) => i + 1))('keeps all text of mixture %i', (seed) => {
    const random = randomOf(seed);
    const parts = Array.from({ length: 2 + random(8) }, () => {
      const piece = pieces[random(pieces.length)]!;
      return random(3) === 0 ? piece.slice(random(piece.length + 1), random(piece.length + 1)) : piece;
    });
    const content = parts.join(['\n', ' ', '\n\n', '\r\n'][random(4)]!);
    const turns = parseTurns(content);
    expect(turns.map(({ raw }) => raw).join('')).toBe(content);
    const body = turns.map((turn) => turn.body).join('\n');
    expect(/[A-Za-z\d+/]{200}/.test(body)).toBe(false);
  });
});
