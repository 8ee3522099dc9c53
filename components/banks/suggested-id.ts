const MAX_LENGTH = 40;

/** Letters, digits and hyphens of a text without accents. */
/** Letters that consist of others but have no decomposition. */
const SPELLED: Readonly<Record<string, string>> = {
  ß: 'ss',
  ẞ: 'ss',
  æ: 'ae',
  Æ: 'ae',
  œ: 'oe',
  Œ: 'oe',
  ø: 'o',
  Ø: 'o',
  ł: 'l',
  Ł: 'l',
  đ: 'd',
  Đ: 'd',
  ı: 'i',
  þ: 'th',
  Þ: 'th',
  ð: 'd',
  Ð: 'd',
};

const plainPart = (text: string): string =>
  text
    .replaceAll(/[ßẞæÆœŒøØłŁđĐıþÞðÐ]/g, (letter) => SPELLED[letter] ?? letter)
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_LENGTH + 1)
    .replace(/^-/, '')
    .slice(0, MAX_LENGTH)
    .replace(/-$/, '');

/** Four characters that depend only on the text (FNV-1a). */
function digestOf(text: string): string {
  let hash = 0x811c9dc5;
  for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  return (hash >>> 0).toString(36).slice(-4).padStart(4, '0');
}

/**
 * A plain id for a bank of this name: letters, digits, hyphens. A name in another script has
 * `bank-` with its digits or a digest, and an empty name has none.
 */
export function suggestedId(name: string): string {
  const plain = plainPart(name);
  if (/[a-z]/.test(plain) || !/[^\s\p{N}]/u.test(name)) return plain;
  return `bank-${plain || digestOf(name.trim())}`.slice(0, MAX_LENGTH);
}

/** Whether an id is written in URLs, shells and paths as it is. */
export const isPlainId = (id: string): boolean => /^[\w~-][\w.~-]*$/.test(id);
