import { findDate } from '#lib/text/dates';
import { elementsOf, membersOf, type Slice } from '#lib/text/json-slices';

/**
 * Reads a text as what it is: a conversation (`Name: text` lines, a JSON array of turns, JSON lines), Markdown, or plain paragraphs.
 * Nothing is lost: the `raw` slices of the turns, one after the other, are the content.
 */
export interface Turn {
  /** exact slice of the content, with its line breaks, brackets and commas */
  readonly raw: string;
  /** who says it; null in prose */
  readonly speaker: string | null;
  /** what is said, without the speaker and without JSON's quoting; may be empty */
  readonly body: string;
  /** the headings above it, outermost first, joined by " > " */
  readonly heading: string | null;
  /** when it was said, if the turn itself tells */
  readonly time: Date | null;
}

/** All formats in one call; the first that fits wins. Content that looks like JSON but is broken is read as text. */
export function parseTurns(content: string): Turn[] {
  if (content === '') return [];
  const start = content.search(/\S/);
  const opening = start < 0 ? '' : content[start]!;
  if (opening === '[' || opening === '{') {
    const turns = jsonTurns(content, start) ?? jsonLineTurns(content);
    if (turns) return turns;
  }
  const lines = linesOf(content);
  return transcriptTurns(content, lines) ?? blockTurns(content, lines);
}

// ---- JSON --------------------------------------------------------------------------------------------------------------------

const TEXT_FIELDS = ['content', 'text', 'message', 'body', 'utterance', 'value', 'msg'];
const SPEAKER_FIELDS = ['speaker', 'name', 'author', 'sender', 'from', 'role'];
const TIME_FIELDS = ['timestamp', 'time', 'datetime', 'date', 'created_at', 'createdAt', 'create_time', 'sent_at', 'ts'];
const CAPTION_FIELD = /caption$/i;
const LIST_FIELDS = new Set([
  'messages',
  'turns',
  'conversation',
  'dialogue',
  'dialog',
  'history',
  'transcript',
  'chat',
  'session',
  'data',
  'items',
]);

type JsonObject = Record<string, unknown>;
interface Said {
  readonly speaker: string | null;
  readonly body: string;
  readonly time: Date | null;
}

const isObject = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value);

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function jsonTurns(content: string, start: number): Turn[] | null {
  const value = parseJson(content);
  if (Array.isArray(value)) return turnsOf(content, value, elementsOf(content, start));
  if (!isObject(value)) return null;
  const single = saidIn(value);
  if (single) return [{ raw: content, heading: null, ...single }];
  for (const member of membersOf(content, start)) {
    const list = LIST_FIELDS.has(member.key) ? value[member.key] : undefined;
    if (Array.isArray(list) && content[member.start] === '[') {
      const turns = turnsOf(content, list, elementsOf(content, member.start));
      if (turns) return turns;
    }
  }
  return null;
}

/** Each turn reaches from the end of the one before to its own comma; the last takes the closing bracket. Null when these are not turns. */
function turnsOf(content: string, values: readonly unknown[], slices: readonly Slice[]): Turn[] | null {
  if (values.length === 0 || slices.length !== values.length) return null;
  const said = values.map((value) =>
    typeof value === 'string' ? { speaker: null, body: value.trim(), time: null } : isObject(value) ? saidIn(value) : null,
  );
  if (said.filter((turn) => turn !== null).length * 2 <= values.length) return null;
  let from = 0;
  return said.map((turn, i) => {
    const to = i + 1 < slices.length ? slices[i + 1]!.start : content.length;
    const raw = content.slice(from, to);
    from = to;
    const kept = turn ?? { speaker: null, body: content.slice(slices[i]!.start, slices[i]!.end), time: null };
    return { raw, heading: null, ...kept };
  });
}

function jsonLineTurns(content: string): Turn[] | null {
  const lines = linesOf(content);
  const turns: Turn[] = [];
  let pending = '';
  for (const line of lines) {
    const raw = content.slice(line.start, line.end);
    if (line.text.trim() === '') {
      pending += raw;
      continue;
    }
    const value = parseJson(line.text);
    const said = isObject(value) ? saidIn(value) : null;
    if (!said) return null;
    turns.push({ raw: pending + raw, heading: null, ...said });
    pending = '';
  }
  const last = turns.pop();
  if (!last) return null;
  return [...turns, { ...last, raw: last.raw + pending }];
}

/** The text of a message, of its parts, or of the message inside an export's wrapper; null when there is none. */
function saidIn(value: JsonObject): Said | null {
  const inner = isObject(value.message) ? { ...value, message: undefined, ...value.message } : value;
  const text = TEXT_FIELDS.map((field) => textOf(inner[field])).find((found) => found !== null) ?? null;
  const captions = Object.keys(inner)
    .filter((field) => CAPTION_FIELD.test(field) && typeof inner[field] === 'string' && inner[field] !== '')
    .map((field) => `[shares ${String(inner[field]).trim()}]`);
  const speaker = speakerOf(inner);
  if (text === null && (captions.length === 0 || speaker === null)) return null;
  return { speaker, body: [text?.trim() ?? '', ...captions].filter((part) => part !== '').join(' '), time: timeOf(inner) };
}

function textOf(value: unknown): string | null {
  if (typeof value === 'string') return value;
  if (isObject(value) && Array.isArray(value.parts)) return textOf(value.parts);
  if (!Array.isArray(value)) return null;
  const parts = value
    .map((part) => (typeof part === 'string' ? part : isObject(part) && typeof part.text === 'string' ? part.text : null))
    .filter((part) => part !== null);
  return parts.length > 0 ? parts.join('\n') : null;
}

function speakerOf(value: JsonObject): string | null {
  const role = typeof value.role === 'string' ? value.role : '';
  // a tool's name is no person
  if (/^(?:tool|function)$/i.test(role)) return role;
  for (const field of SPEAKER_FIELDS) {
    const found = value[field];
    const name = isObject(found) ? (typeof found.name === 'string' ? found.name : found.role) : found;
    if (typeof name === 'string' && name.trim() !== '' && name.length <= 80) return cleanName(name);
  }
  return null;
}

function timeOf(value: JsonObject): Date | null {
  for (const field of TIME_FIELDS) {
    const found = value[field];
    if (typeof found === 'number' || typeof found === 'string') {
      const time = readTime(found);
      if (time) return time;
    }
  }
  return null;
}

/** Seconds or milliseconds since 1970, ISO 8601, or a full date in words. A time without a zone is UTC. */
function readTime(value: number | string): Date | null {
  if (typeof value === 'number' || /^\d{10}(?:\d{3})?$/.test(value)) {
    const number = Number(value);
    const time = new Date(number > 1e11 ? number : number * 1000);
    return number > 1e8 && time.getUTCFullYear() < 3000 ? time : null;
  }
  return value.length > 100 ? null : (findDate(value, null)?.start ?? null);
}

// ---- lines -------------------------------------------------------------------------------------------------------------------

interface Line {
  readonly start: number;
  /** past the line break */
  readonly end: number;
  /** without the line break */
  readonly text: string;
}

function linesOf(content: string): Line[] {
  const lines: Line[] = [];
  for (let start = 0; start < content.length; ) {
    const feed = content.indexOf('\n', start);
    const end = feed < 0 ? content.length : feed + 1;
    lines.push({ start, end, text: content.slice(start, feed < 0 ? end : feed).replace(/\r$/, '') });
    start = end;
  }
  return lines;
}

const FENCE = /^ {0,3}(```|~~~)/;

/** For every line whether it belongs to a fenced code block. A fence that is never closed opens nothing. */
function fenced(lines: readonly Line[]): boolean[] {
  const inside = lines.map(() => false);
  for (let i = 0; i < lines.length; i++) {
    const mark = FENCE.exec(lines[i]!.text)?.[1];
    if (!mark) continue;
    let close = i + 1;
    while (close < lines.length && FENCE.exec(lines[close]!.text)?.[1] !== mark) close++;
    if (close === lines.length) break;
    inside.fill(true, i, close + 1);
    i = close;
  }
  return inside;
}

// ---- conversations as text ---------------------------------------------------------------------------------------------------

const ROLES = new Set(
  'user assistant system human ai bot chatbot agent customer client model tool interviewer interviewee caller operator moderator narrator host guest'.split(
    ' ',
  ),
);
/** Words before a colon that are no person. */
const LABELS = new Set(
  `note notes nb warning caution danger todo fixme hack tip tips hint info information important update updates edit error errors exception example examples eg ie
  question questions answer answers summary tldr title subtitle subject from to cc bcc date dates time times when where who what why how name names age gender re fw fwd ps
  step steps chapter section part page result results output outputs input inputs usage source sources reference references link links url urls http https ftp mailto file
  files path folder version status state type types category categories tag tags keyword keywords author authors description details context background goal goals objective
  objectives agenda location place address phone email mail website price cost total subtotal budget ingredients instructions directions method methods pros cons problem
  problems solution solutions conclusion conclusions overview introduction intro features feature requirements requirement definition definitions formula hypothesis figure
  table appendix disclaimer reminder reminders action actions decision decisions task tasks deadline priority owner assignee attendees participants topic topics day days week
  month year monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october november december morning afternoon
  evening breakfast lunch dinner snack dessert hours duration distance size weight height color colour quantity amount count number id key value default optional required
  return returns parameters params arguments args request response headers body code command commands environment python javascript java bash sql json xml yaml html css test
  tests rule rules point points item items list lists idea ideas option options choice choices benefit benefits advantage advantages disadvantages challenge challenges
  strategy strategies plan plans schedule timeline milestone milestones phase phases stage stages level levels score rating review reviews comment comments message messages
  fact facts quote quotes highlights takeaways takeaway observation observations remark remarks attachment attachments signature regards sincerely thanks p.s spoiler bonus
  meeting meetings call calls standup sync retro event events project projects session sessions agreed tl;dr
  first second third fourth next finally lastly also however therefore alternatively additionally meanwhile overall remember please`.split(
    /\s+/,
  ),
);
const PARTICLES = new Set(['de', 'da', 'del', 'der', 'di', 'du', 'la', 'le', 'van', 'von', 'bin', 'ibn', 'al', 'el', 'y']);

/** `Ann: hi` · `**Ann**: hi` · `[2024-05-06 10:30] Ann: hi` · `06/05/2024, 10:30 - Ann: hi` · `10:30 Ann: hi` · `Ann (10:30): hi` */
const SPEAKER_LINE =
  /^[ \t]{0,3}(?:\[([^\]]{3,40})\][ \t]{0,3}|(\d{1,4}[./-]\d{1,2}[./-]\d{1,4},?[ \t]\d{1,2}:\d{2}(?::\d{2})?(?:[ \t]?[ap]m)?)[ \t]{1,2}-[ \t]|\d{1,2}:\d{2}(?::\d{2})?(?:[ \t]?[ap]m)?[ \t]{1,3}(?:-[ \t])?)?(?:\*\*|__)?(\p{L}[\p{L}\p{M}\p{N}.'’_ -]{0,39}?)(?:[ \t]?[([]([^)\]]{1,40})[)\]])?(?::(?:\*\*|__)|(?:\*\*|__)?:)(?=\s|$)/iu;

type NameKind = 'role' | 'name' | 'weak';
interface Candidate {
  readonly line: number;
  readonly name: string;
  readonly key: string;
  readonly kind: NameKind;
  readonly bodyAt: number;
  readonly time: string | null;
}

const cleanName = (name: string): string => name.trim().replace(/\s+/g, ' ');

function nameKind(name: string): NameKind | null {
  const lower = name.toLowerCase();
  if (ROLES.has(lower)) return 'role';
  const words = name.split(' ');
  if (words.length > 4 || LABELS.has(lower.replace(/\.$/, '')) || (words.length > 1 && LABELS.has(words[words.length - 1]!.toLowerCase())))
    return null;
  const proper = words.every((word) => /^(?:\p{Lu}|\p{Lo}|\p{N})/u.test(word) || PARTICLES.has(word));
  if (proper) return name.length > 1 && !(words.length === 1 && /^\p{Lu}{4,}$/u.test(name)) ? 'name' : 'weak';
  return words.length === 1 ? 'weak' : null;
}

function candidatesIn(lines: readonly Line[]): Candidate[] {
  const code = fenced(lines);
  const found: Candidate[] = [];
  for (let i = 0; i < lines.length; i++) {
    const { text } = lines[i]!;
    const colon = text.indexOf(':');
    if (code[i] || colon < 1) continue;
    const match = SPEAKER_LINE.exec(text);
    if (!match) continue;
    const name = cleanName(match[3]!);
    const kind = nameKind(name);
    if (kind)
      found.push({ line: i, name, key: name.toLowerCase(), kind, bodyAt: match[0].length, time: match[1] ?? match[2] ?? match[4] ?? null });
  }
  return found;
}

const UTTERANCE = /[.!?…]["')\]]?\s*$|(?:\S+\s+){3}\S/;

/** Which of the candidates really begin a turn; none when the text is no conversation. */
function speakersIn(lines: readonly Line[]): Candidate[] {
  const candidates = candidatesIn(lines);
  if (candidates.length === 0) return [];
  const first = lines.findIndex((line) => line.text.trim() !== '');
  const roles = candidates.filter((candidate) => candidate.kind === 'role');
  const counts = new Map<string, number>();
  for (const { key } of candidates) counts.set(key, (counts.get(key) ?? 0) + 1);
  // a role that leads and never comes again has said it all: "Pros:" and "Monday:" below are its own lists
  if (roles.length === 1 && roles[0]!.line === first) return roles;
  // one role beside people who lead or come again ("Ann: … Assistant: …") is one more speaker
  const people = candidates.filter(({ kind, key, line }) => kind === 'name' && (line === first || counts.get(key)! > 1));
  if (people.length > 0 && new Set(roles.map(({ key }) => key)).size === 1) return [...people, ...roles].sort((a, b) => a.line - b.line);
  // where several roles speak, other names before a colon are part of what they say
  if (roles.length > 1) return roles;

  const filled = lines.slice(candidates[0]!.line).filter((line) => line.text.trim() !== '').length;
  const repeated = candidates.filter(({ key }) => counts.get(key)! > 1);
  const leads = candidates[0]!.line === first;
  const speaks = ({ line, bodyAt, time }: Candidate) => time !== null || UTTERANCE.test(lines[line]!.text.slice(bodyAt));
  if (repeated.length > 0 && (leads || repeated.length * 2 >= filled)) {
    if (candidates.length === filled) return candidates;
    // lines without a name go on with what was said; where they are few, a name that comes once is a speaker too
    const few = candidates.length * 5 >= filled * 3;
    return candidates.filter((candidate) => counts.get(candidate.key)! > 1 || (few && candidate.kind === 'name' && speaks(candidate)));
  }
  const named = candidates.filter(({ kind }) => kind === 'name');
  if (!leads || named[0]?.line !== first) return [];
  if (named.length === 1) return named;
  const spoken = named.filter(speaks);
  const whole = named.length === filled && spoken.length * 2 >= named.length;
  return whole || (spoken.length === named.length && named.length * 5 >= filled * 3) ? named : [];
}

function transcriptTurns(content: string, lines: readonly Line[]): Turn[] | null {
  const speakers = speakersIn(lines);
  if (speakers.length === 0) return null;
  const turns: Turn[] = [];
  const preamble = content.slice(0, lines[speakers[0]!.line]!.start);
  let opening = '';
  // blank lines before the first speaker belong to its turn; anything else is prose
  if (preamble.trim() === '') opening = preamble;
  else turns.push(...blockTurns(preamble, linesOf(preamble)));
  for (let i = 0; i < speakers.length; i++) {
    const { line, name, bodyAt, time } = speakers[i]!;
    const start = lines[line]!.start;
    const end = i + 1 < speakers.length ? lines[speakers[i + 1]!.line]!.start : content.length;
    turns.push({
      raw: opening + content.slice(start, end),
      speaker: name,
      body: content.slice(start + bodyAt, end).trim(),
      heading: null,
      time: time === null ? null : readTime(time),
    });
    opening = '';
  }
  return turns;
}

// ---- Markdown and plain text -------------------------------------------------------------------------------------------------

const HEADING = /^ {0,3}(#{1,6})[ \t]+(.*?)[ \t#]*$/;
const SPOKEN_HEADING = /^(?:user|assistant|system|human|ai)$/i;

/**
 * Paragraphs, lists and fenced code, cut at blank lines. A heading belongs to the block below it, so that its words are found, and stands as
 * context over the whole section. A heading that names a role ("## User") makes its section a turn of that speaker.
 */
function blockTurns(content: string, lines: readonly Line[]): Turn[] {
  const code = fenced(lines);
  const turns: Turn[] = [];
  const path: { level: number; title: string }[] = [];
  let speaker: string | null = null;
  let start = 0;
  let body: string[] = [];
  let filled = false;

  const close = (end: number): void => {
    if (end === start) return;
    const heading = path.length > 0 ? path.map(({ title }) => title).join(' > ') : null;
    turns.push({ raw: content.slice(start, end), speaker, body: body.join('\n').trim(), heading, time: null });
    start = end;
    body = [];
    filled = false;
  };

  for (let i = 0; i < lines.length; i++) {
    const line = lines[i]!;
    const heading = code[i] ? null : HEADING.exec(line.text);
    if (heading) {
      if (filled) close(line.start);
      const level = heading[1]!.length;
      const title = heading[2]!.trim();
      if (SPOKEN_HEADING.test(title)) {
        if (body.length > 0) close(line.start);
        speaker = title.toLowerCase();
        path.length = 0;
      } else {
        while (path.length > 0 && path[path.length - 1]!.level >= level) path.pop();
        if (title !== '') path.push({ level, title });
        body.push(title);
      }
    } else if (line.text.trim() === '' && !code[i]) {
      if (speaker !== null) body.push('');
    } else {
      const afterBlank = i > 0 && lines[i - 1]!.text.trim() === '' && !code[i - 1];
      if (filled && afterBlank && speaker === null) close(line.start);
      body.push(line.text);
      filled = true;
    }
  }
  close(content.length);
  return turns;
}
