import { type GraphAction, LAYOUTS, type LayoutName } from '#components/graph/acts';
import type { Viewpoint } from '#components/graph/draw/aim';
import type { Positions } from '#components/graph/model';
import { MOMENTS, type Moment } from '#components/graph/moments';
import { defined } from '#lib/base/defined';
import type { ExploredEdge } from '#lib/memory/graph/contract';
import { EDGE_KINDS } from '#lib/memory/graph/literals';

/**
 * Encodes acts as a word for the URL. Nodes are identified by the last characters of their ids,
 * which are random: six distinguish a thousand nodes. An act on a missing node is ignored. A node
 * from elsewhere has its full id. Added nodes are loaded again.
 */

const CHARACTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const SHORT = 6;
const WHOLE = 22;
/** Longer URLs are truncated by some messengers and mail programs. */
export const MAX_WORD = 1800;

/** The last 36 bits of a UUID. */
export function shortOf(id: string): string {
  let bits = Number.parseInt(id.replaceAll('-', '').slice(-9), 16);
  let short = '';
  for (let i = 0; i < SHORT; i++) {
    short = defined(CHARACTERS[bits % 64]) + short;
    bits = Math.floor(bits / 64);
  }
  return short;
}

/** A link between two nodes. */
export const wordOfEdge = ({ source, target, kind }: ExploredEdge): string => `${shortOf(source)}${shortOf(target)}${kind}`;
export const isWordOfEdge = (word: string): boolean => EDGE_KINDS.some((kind) => kind === word.slice(SHORT * 2));

/**
 * A complete UUID, for a node that is not in the picture. Each character encodes six bits, the last
 * one two.
 */
export function wholeOf(id: string): string {
  let bits = BigInt(`0x${id.replaceAll('-', '')}`);
  let word = '';
  for (let i = 0; i < WHOLE; i++) {
    word = defined(CHARACTERS[Number(bits % 64n)]) + word;
    bits /= 64n;
  }
  return word;
}

/** A URL that begins with a node from elsewhere. */
export const wordOfBringing = (id: string): string => LETTERS.bring + wholeOf(id);

function fromWhole(word: string): string | null {
  if (word.length !== WHOLE) return null;
  let bits = 0n;
  for (const character of word) {
    const at = CHARACTERS.indexOf(character);
    if (at < 0) return null;
    bits = bits * 64n + BigInt(at);
  }
  const hex = bits.toString(16).padStart(32, '0');
  return hex.length === 32 ? hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5') : null;
}

/** An act without the added nodes. */
export type LinkStep =
  | { readonly kind: 'expand' | 'bring' | 'unpin' | 'only'; readonly id: string }
  | { readonly kind: 'path'; readonly from: string; readonly to: string }
  | { readonly kind: 'layout'; readonly name: LayoutName; readonly root: string | null; readonly moment: Moment }
  | { readonly kind: 'pin'; readonly id: string; readonly x: number; readonly y: number }
  | { readonly kind: 'hide' | 'isolate'; readonly ids: readonly string[] }
  | { readonly kind: 'show' | 'end' };

const LETTERS = {
  expand: 'e',
  bring: 'b',
  unpin: 'u',
  path: 'w',
  layout: 'l',
  pin: 'p',
  hide: 'h',
  isolate: 'i',
  only: 'o',
  show: 's',
  end: 'x',
} as const;

const number = (value: number): string => Math.round(value).toString(36);

function wordOf(act: GraphAction): string {
  const letter = LETTERS[act.kind];
  switch (act.kind) {
    case 'expand':
    case 'unpin':
      return letter + shortOf(act.id);
    case 'bring':
      return letter + wholeOf(act.id);
    case 'path':
      return letter + shortOf(act.from) + shortOf(act.to);
    case 'layout':
      return `${letter}${LAYOUTS.indexOf(act.name)}${MOMENTS.indexOf(act.moment)}${act.root ? shortOf(act.root) : ''}`;
    case 'pin':
      return `${letter}${shortOf(act.id)}${number(act.at.x)}~${number(act.at.y)}`;
    case 'isolate':
      return act.about === undefined ? letter + act.ids.map(shortOf).join('') : LETTERS.only + shortOf(act.about);
    case 'hide':
      return letter + act.ids.map(shortOf).join('');
    case 'show':
    case 'end':
      return letter;
  }
}

/**
 * Omits superseded acts, such as the first of two moves of a node or of two consecutive layouts.
 */
export function essential(acts: readonly GraphAction[]): GraphAction[] {
  return acts.filter((act, i) => {
    const next = acts[i + 1];
    if (act.kind === 'layout') return next?.kind !== 'layout';
    if (act.kind === 'pin') return !(next?.kind === 'pin' && next.id === act.id);
    return true;
  });
}

export const toWord = (acts: readonly GraphAction[]): string => essential(acts).map(wordOf).join('.');

const SHORTS = /.{6}/g;
const BY_ID = { e: 'expand', u: 'unpin', o: 'only' } as const;

function stepOf(word: string): LinkStep | null {
  const rest = word.slice(1);
  const ids: string[] = rest.match(SHORTS) ?? [];
  switch (word[0]) {
    case 'e':
    case 'u':
    case 'o':
      return ids.length === 1 ? { kind: BY_ID[word[0]], id: defined(ids[0]) } : null;
    case 'b': {
      const id = fromWhole(rest);
      return id === null ? null : { kind: 'bring', id };
    }
    case 'w':
      return ids.length === 2 ? { kind: 'path', from: defined(ids[0]), to: defined(ids[1]) } : null;
    case 'l': {
      const [name, moment] = [LAYOUTS[Number(rest[0])], MOMENTS[Number(rest[1])]];
      return name && moment ? { kind: 'layout', name, moment, root: rest.length > SHORT ? rest.slice(2, 2 + SHORT) : null } : null;
    }
    case 'p': {
      const [x, y] = rest
        .slice(SHORT)
        .split('~')
        .map((text) => Number.parseInt(text, 36));
      return Number.isFinite(x) && Number.isFinite(y) ? { kind: 'pin', id: rest.slice(0, SHORT), x: defined(x), y: defined(y) } : null;
    }
    case 'h':
    case 'i':
      return ids.length > 0 ? { kind: word[0] === 'h' ? 'hide' : 'isolate', ids } : null;
    case 's':
      return { kind: 'show' };
    case 'x':
      return { kind: 'end' };
    default:
      return null;
  }
}

/** Omits invalid parts. The ids are short. */
export const fromWord = (word: string): LinkStep[] =>
  word
    .split('.')
    .map(stepOf)
    .filter((step) => step !== null);

/** Whether a word contains any valid act. */
export const isReadable = (word: string): boolean => fromWord(word).length > 0;

/**
 * A viewpoint for the URL: the offset of the middle from the nearest node in units of the layout,
 * the zoom in thousandths, and the node. So the same part is shown if the layout has changed.
 */
export function wordOfViewpoint({ x, y, zoom }: Viewpoint, places: Positions): string {
  let nearest: string | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const [id, place] of places) {
    const apart = Math.hypot(place.x - x, place.y - y);
    if (apart < least) [nearest, least] = [id, apart];
  }
  const origin = nearest === null ? { x: 0, y: 0 } : defined(places.get(nearest));
  const offset = [x - origin.x, y - origin.y, zoom * 1000].map(number);
  return [...offset, ...(nearest === null ? [] : [shortOf(nearest)])].join('~');
}

const VIEWPOINT = /^(-?[0-9a-z]{1,8})~(-?[0-9a-z]{1,8})~([0-9a-z]{1,4})(?:~([\w-]{6}))?$/;

/** Null if the word is no viewpoint, or its node is not in the picture. */
export function viewpointOf(word: string, places: Positions): Viewpoint | null {
  const [dx, dy, zoom, node] = VIEWPOINT.exec(word)?.slice(1) ?? [];
  if (dx === undefined || dy === undefined || zoom === undefined || !isViewpoint(word)) return null;
  const [x, y, thousandths] = [dx, dy, zoom].map((text) => Number.parseInt(text, 36)) as [number, number, number];
  if (node === undefined) return { x, y, zoom: thousandths / 1000 };
  const origin = [...places].find(([id]) => shortOf(id) === node)?.[1];
  return origin ? { x: origin.x + x, y: origin.y + y, zoom: thousandths / 1000 } : null;
}

/** Whether a word is a viewpoint, of any picture. */
export const isViewpoint = (word: string): boolean => Number.parseInt(VIEWPOINT.exec(word)?.[3] ?? '', 36) > 0;
