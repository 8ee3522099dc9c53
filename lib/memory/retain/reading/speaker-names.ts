import { defined } from '#lib/base/defined';
import { FOREIGN_LABELS } from '#lib/memory/retain/reading/labels';

/** Which words before a colon can name a person. */

const ROLES = new Set(
  'user assistant system human ai bot chatbot agent customer client model tool toolresult tool_result interviewer interviewee caller operator moderator narrator host guest'.split(
    ' ',
  ),
);
/** Words before a colon that are not people. */
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
  debug trace fatal warn
  meeting meetings call calls standup sync retro event events project projects session sessions agreed tl;dr
  paragraph paragraphs article clause verse scene lesson module unit exercise slide round sprint
  first second third fourth next finally lastly also however therefore alternatively additionally meanwhile overall remember please`.split(
    /\s+/,
  ),
);
const PARTICLES = new Set(['de', 'da', 'del', 'der', 'di', 'du', 'la', 'le', 'van', 'von', 'bin', 'ibn', 'al', 'el', 'y']);

/** Word stems that are numbered to identify people. */
export const PERSONS: ReadonlySet<string> = new Set([
  ...ROLES,
  ...'speaker participant person respondent voice student player patient witness panelist member unknown'.split(' '),
]);
/** "Step 1", "Team #2" */
export const NUMBERED = /^(.*\p{L}.*?)[ #.-]{1,3}(\d{1,6})$/u;

/** A role, a proper name, or a word that is only a name if it recurs. */
export type NameKind = 'role' | 'name' | 'weak';

/** With or without a number: "Chapter", "Chapter 3". */
export function isLabel(name: string): boolean {
  const lower = name.toLowerCase().replace(/\.$/, '');
  return [lower, NUMBERED.exec(lower)?.[1] ?? ''].some((label) => LABELS.has(label) || FOREIGN_LABELS.has(label));
}

/** Georgian has small letters only; abbreviated words and quotes are part of a name. */
const PROPER = /^["'“”„«‘’]?(?:\p{Lu}|\p{Lt}|\p{Lo}|\p{N}|\p{sc=Georgian}|[&+/|-]$)/u;

/** What a name before a colon can be; null if it is a label or a part of a sentence. */
export function nameKind(name: string): NameKind | null {
  const lower = name.toLowerCase();
  if (ROLES.has(lower)) return 'role';
  const words = name.split(' ');
  if (words.length > 4 || isLabel(lower) || (words.length > 1 && LABELS.has(defined(words[words.length - 1]).toLowerCase()))) return null;
  const proper = words.every((word) => PROPER.test(word) || PARTICLES.has(word));
  if (proper) return name.length > 1 && !(words.length === 1 && /^\p{Lu}{4,}$/u.test(name)) ? 'name' : 'weak';
  return words.length === 1 ? 'weak' : null;
}

// --- names with other signs ----------------------------------------------------------------------

const MAX_NAME = 64;
/** With the remark or the time in brackets behind it. */
const MAX_NAMED = 88;
const MAX_NAME_WORDS = 9;

/**
 * The offset of the colon that ends a name at the start of a text: one before a blank or the end,
 * or a full-width one. -1 if there is none near.
 */
export function nameColon(text: string, from: number): number {
  const to = Math.min(text.length, from + MAX_NAMED);
  for (let i = from; i < to; i++) {
    const code = text.charCodeAt(i);
    if (code === 0xff1a || code === 0xfe55) return i;
    if (code !== 58) continue;
    const next = text.charCodeAt(i + 1);
    if (i + 1 === text.length || next === 32 || next === 9 || next === 0xa0 || next === 0x200e || next === 0x200f || next === 0x3000)
      return i;
    // bold: "**Ann:** hi"
    if ((next === 42 || next === 95) && text.charCodeAt(i + 2) === next) return i;
  }
  return -1;
}

/** Signs around a name: marks of contacts, emphasis, quotes, decoration, emoji. */
const AROUND = String.raw`[\p{S}\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Cf}\p{Mn}\s@#*_~"'“”„«»‘’‹›「」『』|•·.,=-]`;
const BEFORE = new RegExp(`^${AROUND}{1,24}`, 'u');
const BEHIND = /[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{S}\p{Join_Control}\p{Variation_Selector}\s*_~"“”»’›」』|•·=]{1,24}$/u;
const PICTURES = /(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator})[\ufe0f\u200d]?/gu;
const ADDRESS = /^<?([\w.+-]{1,64}@[\w-]{1,40}(?:\.[\w-]{1,40}){1,4})>?$/u;
const PHONE = /^\+?\d[\d ()./\u00a0\u2011-]{5,22}\d$/;
/** `User[mika]` · `member(mika)` */
export const MEMBER = /^(?:user|member|player|guest|sender|speaker|participant)\s?[[(<]([^\])>]{1,40})[\])>]$/i;
/** The signs of names besides letters and digits; the second group only in proper names. */
const NAME_SIGNS = /^[\p{L}\p{M}\p{N} .'’ʼʻ‘`´·_‐‑–@~\p{Join_Control}-]{1,64}$/u;
const PROPER_SIGNS = /^[\p{L}\p{M}\p{N} .'’ʼʻ‘`´·_‐‑–@~\p{Join_Control}"“”„«»()[\]/&+#|!?,-]{1,64}$/u;

/** "ann#1234" */
const TAG = /#\d{1,4}$/;

export interface SignedName {
  /** empty if the signs are no name: `???` */
  readonly name: string;
  readonly kind: NameKind;
  /**
   * `address`: only a message begins with an address, a number or a picture. `mention`: "@bob" also
   * begins words to somebody.
   */
  readonly sign?: 'address' | 'mention';
}

/** The name in `User[…]`; a number alone names nobody without the word before it. */
function memberName(raw: string): string | null {
  const inside = MEMBER.exec(raw)?.[1]?.trim();
  return inside === undefined ? null : /\p{L}/u.test(inside) ? inside : raw;
}

/** A part of a name in brackets says more about the person: it does not decide what the name is. */
const withoutBrackets = (name: string): string => name.replace(/\s?[([][^)\]]{1,40}[)\]]/g, '').trim() || name;

/**
 * The name before a colon that contains emoji, an "@", an address, a phone number, quotes,
 * brackets or other signs. Null if the text cannot be a name.
 */
export function signedName(text: string): SignedName | null {
  const raw = text.trim();
  if (raw === '' || raw.length > MAX_NAME) return null;
  const member = memberName(raw);
  if (member !== null) return member === raw ? { name: raw, kind: 'weak', sign: 'address' } : signed(named(member), 'address');
  const address = ADDRESS.exec(raw);
  if (address) return { name: defined(address[1]), kind: 'weak', sign: 'address' };
  if (PHONE.test(raw)) return { name: raw, kind: 'weak', sign: 'address' };
  // sentences, Markdown and code are no names
  if (/^[-*+•>|#]\s/.test(raw) || /^[#/\\<{}$%=]/.test(raw) || /["'`]\s?,|[=;{}<>\\]|\/\//.test(raw)) return null;
  const hasPictures = /\p{Extended_Pictographic}|\p{Regional_Indicator}/u.test(raw);
  const bare = (hasPictures ? raw.replace(PICTURES, ' ') : raw).replace(BEFORE, '').replace(BEHIND, '').replace(/\s+/g, ' ').trim();
  if (bare === '') return hasPictures && !raw.includes(' ') ? { name: raw, kind: 'weak', sign: 'address' } : unreadable(raw);
  if (!/[\p{L}\p{N}]/u.test(bare)) return unreadable(raw);
  // years and times head lines of a message
  if (!/\p{L}/u.test(bare)) return /^\d{5,}$/.test(bare) ? unreadable(raw) : null;
  const own = named(bare);
  if (!own) return null;
  if (!NAME_SIGNS.test(bare.replace(TAG, '')) && (own.kind === 'weak' || !PROPER_SIGNS.test(bare))) return null;
  return raw.startsWith('@') ? signed(own, 'mention') : hasPictures ? signed(own, 'address') : own;
}

const signed = (name: SignedName | null, sign: 'address' | 'mention'): SignedName | null => name && { ...name, sign };

const unreadable = (raw: string): SignedName | null => (raw.includes(' ') || raw.length > 24 ? null : { name: '', kind: 'weak' });

function named(name: string): SignedName | null {
  const kind = nameKind(withoutBrackets(name));
  return kind && { name, kind };
}

const isBalanced = (name: string): boolean =>
  name.split('"').length % 2 === 1 &&
  name.split('“').length === name.split('”').length &&
  name.split('«').length === name.split('»').length;

const NAMES_SOMEBODY = /[\p{L}\p{N}\p{Extended_Pictographic}\p{Regional_Indicator}]/u;

/**
 * The name of a message with a date and a time, where any text may be a name. Null if it is part of
 * a sentence or a label.
 */
export function exportedName(text: string): string | null {
  const name = text
    .replace(/^[\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff~\s]{1,8}/, '')
    .replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069\s]{1,8}$/, '')
    .replace(/\s+/g, ' ');
  if (name === '' || name.length > MAX_NAME || name.split(' ').length > MAX_NAME_WORDS) return null;
  if (!NAMES_SOMEBODY.test(name) || /[;\]]\s|\/\/|^[-*]\s/.test(name) || !isBalanced(name)) return null;
  if (name.startsWith('**') || name.startsWith('__')) return exportedName(name.replace(/^[*_]{2}|[*_]{2}$/g, ''));
  const member = memberName(name);
  if (member !== null) return member;
  return isLabel(name) && !GIVEN.has(name) ? null : name;
}

/** Labels that are given names, too. */
const GIVEN = new Set(['May', 'April', 'June', 'August', 'Page', 'Summer']);
