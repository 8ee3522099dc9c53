/** Names of files for pages and folders. Pure. */

/**
 * What file systems or note-taking applications do not allow in names, and marks that show a name
 * in another direction than it has.
 */
const FORBIDDEN = /[\\/:*?"<>|#^[\]\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;
/** Names of devices on Windows, with any extension. */
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;
/** A character that can be seen. */
const VISIBLE = /[^\p{Cf}\p{Z}]/u;
/** In UTF-8; file systems allow 255 with the extension and a number. */
const MAX_BYTES = 200;

const utf8 = new TextEncoder();

function cut(name: string): string {
  let bytes = 0;
  let short = '';
  for (const character of name) {
    bytes += utf8.encode(character).length;
    if (bytes > MAX_BYTES) break;
    short += character;
  }
  return short;
}

/** A name without an extension; `fallback` if nothing of it is allowed. */
export function fileName(name: string, fallback: string): string {
  const allowed = cut(name.toWellFormed().normalize('NFC').trim().replace(FORBIDDEN, '-'));
  let end = allowed.length;
  while (end > 0 && (allowed[end - 1] === '.' || allowed[end - 1] === ' ')) end--;
  const short = allowed.slice(0, end);
  if (!VISIBLE.test(short) || short.startsWith('.')) return fallback;
  return RESERVED.test(short) ? `_${short}` : short;
}

/** Gives each name of a folder out once, without regard to case. */
export class FreeNames {
  readonly #taken: Set<string>;
  /** the number to try next, by name */
  readonly #next = new Map<string, number>();

  /** `taken`: with their extensions. */
  constructor(taken: readonly string[] = []) {
    this.#taken = new Set(taken.map((name) => name.toLowerCase()));
  }

  /** The name with the extension, with a number between them if it is taken. */
  take(name: string, extension: string): string {
    const wanted = `${name}/${extension}`.toLowerCase();
    for (let n = this.#next.get(wanted) ?? 1; ; n++) {
      const free = `${name}${n === 1 ? '' : ` ${n}`}${extension}`;
      if (this.#taken.has(free.toLowerCase())) continue;
      this.#taken.add(free.toLowerCase());
      this.#next.set(wanted, n + 1);
      return free;
    }
  }
}
