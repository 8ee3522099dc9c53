/** Names of files for pages and folders. Pure. */

/** What file systems or note-taking applications do not allow in names. */
const FORBIDDEN = /[\\/:*?"<>|#^[\]\p{Cc}]/gu;
/** Names of devices on Windows. */
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i;
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
  const allowed = cut(name.replace(FORBIDDEN, '-')).trim();
  let end = allowed.length;
  while (end > 0 && (allowed[end - 1] === '.' || allowed[end - 1] === ' ')) end--;
  const short = allowed.slice(0, end);
  if (short === '' || short.startsWith('.')) return fallback;
  return RESERVED.test(short) ? `${short}_` : short;
}

/** Gives each name of a folder out once, without regard to case. */
export class FreeNames {
  readonly #taken = new Map<string, number>();

  constructor(taken: readonly string[] = []) {
    for (const name of taken) this.take(name);
  }

  take(name: string): string {
    const key = name.toLowerCase();
    const count = this.#taken.get(key);
    if (count === undefined) {
      this.#taken.set(key, 1);
      return name;
    }
    this.#taken.set(key, count + 1);
    return this.take(`${name} ${count + 1}`);
  }
}
