import { archiveFault } from '#lib/memory/transfer/archive/limits';

/**
 * Reads the items of a JSON list as it arrives, so that the list may be larger than memory. Linear:
 * each character is looked at once.
 */

const [QUOTE, ESCAPE, COMMA] = ['"', '\\', ','];
const OPENING = new Set(['[', '{']);
const CLOSING = new Set([']', '}']);

/**
 * Yields the text of each item. Throws `archiveFault` if the member is no list, or an item is
 * longer than `maxLength` characters. Items are not checked otherwise: their parser does that.
 */
export async function* jsonItems(
  texts: AsyncIterable<string>,
  { name, maxLength }: { readonly name: string; readonly maxLength: number },
): AsyncGenerator<string> {
  let item = '';
  let depth = 0;
  let isText = false;
  let isEscaped = false;
  for await (const text of texts) {
    let from = 0;
    for (let i = 0; i < text.length; i++) {
      const character = text.charAt(i);
      if (isText) {
        if (isEscaped) isEscaped = false;
        else if (character === ESCAPE) isEscaped = true;
        else if (character === QUOTE) isText = false;
        continue;
      }
      if (character === QUOTE) isText = true;
      else if (OPENING.has(character)) {
        depth += 1;
        if (depth === 1) {
          if (character !== '[' || (item + text.slice(from, i)).trim() !== '') throw archiveFault(`${name} is no list`);
          item = '';
          from = i + 1;
        }
      } else if (CLOSING.has(character)) depth -= 1;
      const isEnd = depth === 0 && CLOSING.has(character);
      if (!isEnd && !(depth === 1 && character === COMMA)) continue;
      item += text.slice(from, i);
      from = i + 1;
      if (item.trim() !== '') yield item;
      item = '';
      if (isEnd) return;
    }
    item += text.slice(from);
    if (item.length > maxLength) throw archiveFault(`${name} has an item of more than ${maxLength} characters`);
  }
  throw archiveFault(`${name} is no list, or ends too early`);
}
