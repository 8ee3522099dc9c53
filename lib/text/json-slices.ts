/** Where the elements of a JSON array or the members of an object stand in the text. Only for text that `JSON.parse` has accepted. */
export interface Slice {
  readonly start: number;
  /** exclusive, without white space and comma */
  readonly end: number;
}

const isBlank = (code: number): boolean => code === 32 || code === 10 || code === 13 || code === 9;

function skipBlanks(text: string, at: number): number {
  let i = at;
  while (i < text.length && isBlank(text.charCodeAt(i))) i++;
  return i;
}

/** Past the closing quote of the string that opens at `at`. */
function endOfString(text: string, at: number): number {
  let i = at + 1;
  while (i < text.length && text[i] !== '"') i += text[i] === '\\' ? 2 : 1;
  return i + 1;
}

/** Past the value that begins at `at`. */
function endOfValue(text: string, at: number): number {
  let depth = 0;
  for (let i = at; i < text.length; i++) {
    const char = text[i]!;
    if (char === '"') {
      i = endOfString(text, i) - 1;
    } else if (char === '[' || char === '{') {
      depth++;
    } else if (char === ']' || char === '}') {
      if (depth === 0) return i;
      depth--;
    } else if (depth > 0) {
      continue;
    } else if (char === ',' || isBlank(text.charCodeAt(i))) {
      return i;
    } else {
      continue;
    }
    if (depth === 0) return i + 1;
  }
  return text.length;
}

/** The elements of the array that opens at `at`. */
export function elementsOf(text: string, at: number): Slice[] {
  const slices: Slice[] = [];
  let i = skipBlanks(text, at + 1);
  while (i < text.length && text[i] !== ']') {
    const end = endOfValue(text, i);
    slices.push({ start: i, end });
    i = skipBlanks(text, end);
    if (text[i] === ',') i = skipBlanks(text, i + 1);
  }
  return slices;
}

/** The members of the object that opens at `at`; a repeated key appears twice. */
export function membersOf(text: string, at: number): (Slice & { readonly key: string })[] {
  const members: (Slice & { key: string })[] = [];
  let i = skipBlanks(text, at + 1);
  while (i < text.length && text[i] === '"') {
    const keyEnd = endOfString(text, i);
    const key = JSON.parse(text.slice(i, keyEnd)) as string;
    const start = skipBlanks(text, skipBlanks(text, keyEnd) + 1);
    const end = endOfValue(text, start);
    members.push({ key, start, end });
    i = skipBlanks(text, end);
    if (text[i] === ',') i = skipBlanks(text, i + 1);
  }
  return members;
}
