import type { NamedEntity } from '#lib/base/text/named-entity';

/**
 * URLs, handles, tags, paths and identifiers in code: recognized as names by their characters
 * alone.
 */
export const IDENTIFIERS =
  /https?:\/\/[^\s<>"'`)\]]{3,300}|[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,4}|(?<![\p{L}\p{N}_@/.])@[\p{L}\p{N}_][\p{L}\p{N}_.-]{1,38}|(?<![\p{L}\p{N}_#&/])#\p{L}[\p{L}\p{N}_]{1,50}|`[^`\s]{2,60}`|(?<![\p{L}\p{N}_./-])[A-Za-z]\w{0,40}_\w{1,40}(?:\(\))?|(?<![\w./-])(?:[\w-]{1,40}\/){0,8}[\w-]{1,40}\.(?:ts|tsx|js|mjs|jsx|py|json|md|sql|ya?ml|toml|sh|go|rs|java|csv|html|css)(?![\w.])/gu;
const IDENTIFIER = /^[\p{L}\p{N}_$.:/@-]+(?:\(\))?$/u;

/** Mentions of all members of a chat. */
const EVERYBODY = /^@(?:here|channel|everyone|all)$/i;

export function identifiersIn(text: string): NamedEntity[] {
  const found: NamedEntity[] = [];
  for (const [match] of text.matchAll(IDENTIFIERS)) {
    const name = match.startsWith('`') ? match.slice(1, -1) : match.replace(/[.,;:!?]+$/, '');
    if (
      name.length > 300 ||
      name.length < 2 ||
      (match.startsWith('`') && (!IDENTIFIER.test(name) || /^\p{Ll}+$/u.test(name))) ||
      /^\d+$/.test(name) ||
      EVERYBODY.test(name)
    )
      continue;
    found.push({ name, kind: 'CONCEPT' });
  }
  return found;
}
