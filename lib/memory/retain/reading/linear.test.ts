import { describe, expect, it } from 'vitest';
import { isGate } from '#e2e/fixtures/runs';
import { CHUNK_LIMITS, chunking } from '#lib/memory/retain/reading/chunk';
import { extractUnits } from '#lib/memory/retain/reading/extract';
import type { Steps } from '#lib/memory/retain/reading/steps';
import { parseTurns, parsing } from '#lib/memory/retain/reading/transcript';
import { NO_CLOCK } from '#lib/memory/retain/reading/turn';

/** Cutting and reading take linear time for any text, and cutting yields regularly. */

/**
 * Milliseconds of processor time of this thread, which does not depend on the load of the machine.
 */
function cpuOf(work: () => void): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

function* cutting(content: string): Steps<void> {
  const turns = yield* parsing(content, NO_CLOCK);
  yield* chunking(
    turns.map((turn) => ({ ...turn, item: 0, signature: '' })),
    CHUNK_LIMITS,
  );
}

function read(body: string): void {
  const [turn] = parseTurns('a');
  extractUnits([{ ...turn!, raw: body, body, item: 0, signature: '', ordinal: 0, continued: false } as never], {
    timestamp: new Date('2024-06-01'),
    context: '',
    narrator: null,
  });
}

/** Milliseconds of each step of cutting `content`. */
function measure(content: string): number[] {
  const steps = cutting(content);
  const times: number[] = [];
  for (let done = false; !done; )
    times.push(
      cpuOf(() => {
        done = steps.next().done === true;
      }),
    );
  return times;
}

const RUNS = 5;
/** The gate measures the steps of texts of a third of the length. */
const SHARE = isGate ? 1 / 3 : 1;

/**
 * Whether `isFine` accepts the times of the steps of `content`. A text has the same steps in every
 * run. Other work (a garbage collection, a compilation) delays another step each time, so the
 * shortest time of each step counts.
 */
function isMeasured(content: string, isFine: (times: number[]) => boolean): boolean {
  let times = measure(content);
  for (let run = 1; run < RUNS && !isFine(times); run++) {
    const again = measure(content);
    times = times.map((time, i) => Math.min(time, again[i]!));
  }
  return isFine(times);
}

const total = (times: number[]) => times.reduce((sum, time) => sum + time, 0);

const filled = (pattern: string) => (length: number) => pattern.repeat(Math.ceil(length / pattern.length)).slice(0, length);
const numbered = (line: (i: number) => string) => (length: number) =>
  Array.from({ length: Math.ceil(length / line(1000).length) }, (_, i) => line(i)).join('');
const ENGLISH = 'Ann met Bob in Paris on Monday, because the tea there is better than at home. ';
const MAIL = 'From: Ann <ann@example.com>\nTo: bob@example.com\nSubject: Tea\n\n';

describe('cutting', () => {
  it.each<[string, (length: number) => string]>([
    ['numbered labels', (length) => numbered((i) => `Team ${i}: a\n`)(5 * length)],
    ['one long word behind a name', (length) => `Ann: hi\nBob: ${'a'.repeat(length)}`],
    ['a heading of nothing but its sign', (length) => `# ${'#'.repeat(length)}a`],
    ['dates between two turns', (length) => `Ann: a\n${filled('2024-05-01\n\n')(8 * length)}Ann: b\n`],
    ['open brackets', filled('[')],
    ['injected blocks', filled('<memories>\nuser: a\n</memories>\n')],
    ['injected blocks in one line', filled('<memories>a</memories> b ')],
    ['tags without an end', filled('<system-reminder>\n')],
    ['tags without an end in one line', filled('<system-reminder>')],
    ['tags that never close', filled('<bash-input ')],
    ['tags between turns', filled('user: a\n<system-reminder>\nNote: b\n')],
    ['ticks and tags', filled('`<memories>')],
    ['blanks behind a tag', (length) => `<memories>${' '.repeat(length)}a</memories>`],
    ['marked turns in one line', filled('<user>a</user><assistant>b</assistant>')],
    ['marks of an end', (length) => `[user] ${filled('[user:end] ')(length)}`],
    ['brackets in lines', filled('[\n')],
    ['lines of JSON', filled('[1]\n')],
    ['broken lines of JSON', filled('{"role":"user","content":"a\n')],
    ['JSON with other text', filled('Use {"a"} here.\n{"b": and more\n')],
    ['nested objects', filled('{"a":')],
    ['conversations of one message', (length) => `[${filled('[{"role":"user","content":"hi there you"}],')(length)}`],
    ['strings of JSON in JSON', (length) => `[${filled(String.raw`"{\"role\":\"user\",\"content\":\"hi there you\"}",`)(length)}`],
    ['one string of JSON in JSON', (length) => `{"a":"[${filled(String.raw`{\"role\":\"user\",\"content\":\"hi there\"},`)(length)}`],
    ['open strings in strings', filled(String.raw`"{\"`)],
    ['text messages', (length) => `<smses>${filled('<sms type="1" body="hi" date="1700000000000"/>')(length)}`],
    ['one text message of entities', (length) => `<smses><sms type="1" body="${filled('&#55357;')(length)}"/>`],
    ['cells over many rows', (length) => `<html><table>${filled('<tr><td rowspan=999>abc')(length)}`],
    ['cells over many columns', (length) => `<html><table>${filled('<tr><td colspan=99 rowspan=0>a')(length)}`],
    ['rows without cells', (length) => `<html><table><tr><td colspan=99 rowspan=0>a${filled('<tr>')(length)}`],
    ['messages below their time', filled('Mar 05, 2024  2:03:45 PM\nAnn\nhi\n\n')],
    ['messages after a name and a blank', (length) => `2026.05.02 Saturday\n${filled('10:20 Ann hi\n')(length)}`],
    ['blanks between marks', (length) => `[user] a [user:end]${' '.repeat(length)}[user] b`],
  ])('takes linear time over %s', (_, textOf) => {
    measure(textOf(1000));
    const short = total(measure(textOf(30_000)));
    expect(isMeasured(textOf(120_000), (times) => total(times) < 8 * short + 100)).toBe(true);
  });

  it.each<[string, (length: number) => string]>([
    ['messages as Teams copies them', filled('[10:00 AM] Ann\nhi\n')],
    ['messages as WhatsApp exports them', filled('[01/01/24, 10:00:00] Ann: hi\n')],
    ['messages as a Spanish phone exports them', filled('28/3/2026, 9:29\u202fp.\u00a0m. - Ana: hola\n')],
    ['messages as LINE exports them', filled('18:00\tMika\thi\n')],
    ['messages as DiscordChatExporter writes them', filled('[5/2/2026 6:00 PM] ann\nhi\n\n')],
    ['names with emoji', filled('🌸Mika🌸: hi\nDario 🥁: ho\n')],
    ['messages as exporters of iMessage write them', filled('Mar 05, 2024  2:03:45 PM\nAnn\nhi\n\n')],
    ['messages as LINE exports them on computers', (length) => `2026.05.02 Saturday\n${filled('10:20 Ann hi\n')(length)}`],
    ['text messages of a backup', (length) => `<smses>${filled('<sms type="1" body="hi" date="1700000000000"/>')(length)}`],
    ['headings', filled('#\n')],
    ['sentences of a letter', filled('1.1.1.')],
    ['sentences without blanks', filled('漢。')],
    ['the paragraphs of a mail', (length) => MAIL + filled('hello there\n\n')(length)],
    ['quoted mails', (length) => MAIL + filled('On Monday Ann wrote:\n> a\n')(length)],
    [
      'the parts of a mail',
      (length) => MAIL.replace('\n\n', '\nContent-Type: multipart/mixed; boundary=o\n\n') + filled('--o\n\na\n')(length),
    ],
    ['the mails of a mailbox', filled(`From ann@example.com Fri May  8 10:12:00 2026\n${MAIL}a\n\n`)],
    ['the rows of a page', (length) => `<html><table><tr><th>a</th><th>b</th></tr>${filled('<tr><td>c</td><td>d</td></tr>')(length)}`],
    ['the rows of a table in Markdown', (length) => `# a\n\n| a | b |\n|---|---|\n${filled('| c | d |\n')(length)}`],
    ['cells that cover rows of a page', (length) => `<html><table>${filled('<tr><td rowspan=9>abc<td>d')(length)}`],
    [
      'the history of an assistant',
      (length) =>
        `<html><div class="outer-cell">${filled('<p class="mdl-typography--title">Gemini Apps</p><div>Prompted hi<br>May 1, 2026, 6:24:31 PM<br>yes</div>')(length)}`,
    ],
    ['strings of JSON in JSON', (length) => `[${filled(String.raw`"{\"role\":\"user\",\"content\":\"hi there you\"}",`)(length)}`],
    ['injected blocks', filled('<memories>\nuser: a\n</memories>\n')],
    ['injected blocks in one line', filled('<memories>a</memories> b ')],
    ['tags between turns', filled('user: a\n<system-reminder>\nNote: b\n')],
    ['marked turns in one line', filled('<user>a</user><assistant>b</assistant>')],
    ['lines of JSON', filled('[1]\n')],
    ['one string of JSON', (length) => `["${filled('a\\n ')(length)}"]`],
    ['messages of JSON', filled('{"role":"user","content":"hi there you"}\n')],
    ['one object of many fields', (length) => `{${numbered((i) => `"k${i}":${i},`)(length)}"z":1}`],
  ])('yields regularly in %s', (_, textOf) => {
    const short = Math.max(...measure(textOf(150_000 * SHARE)));
    expect(isMeasured(textOf(900_000 * SHARE), (times) => Math.max(...times) < 2 * short + 40)).toBe(true);
  });

  it('limits headings to the length of a title', () => {
    const text = `# ${'a'.repeat(5000)}\n\n${'# b\n'.repeat(1000)}words\n`;
    const turns = parseTurns(text);
    expect(turns.map(({ raw }) => raw).join('')).toBe(text);
    for (const { heading, title } of turns) expect((heading ?? '').length + (title ?? '').length).toBeLessThanOrEqual(2000);
  });
});

describe('reading', () => {
  it.each<[string, (length: number) => string]>([
    ...[';', ',', ':', 'a,;', 'A;', '€1.000,', 'Aa ', '1! ', '漢。', '"a" ', 'May 5 '].map(
      (pattern): [string, (length: number) => string] => [JSON.stringify(pattern), filled(pattern)],
    ),
    ['blanks between two words', (length) => `x${' '.repeat(length)}y`],
    ['a paragraph wrapped at a width', filled(`${'a'.repeat(59)},\n`)],
  ])('takes linear time over %s, and at most ten times that of English', (_, textOf) => {
    read(textOf(2000));
    const [short, long, english] = [textOf(12_000), textOf(48_000), filled(ENGLISH)(48_000)].map((text) => cpuOf(() => read(text)));
    expect(long).toBeLessThan(8 * short! + 100);
    expect(long).toBeLessThan(10 * english!);
  });
});
