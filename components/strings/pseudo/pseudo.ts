import { AREAS } from '#components/strings/areas';
import type { Texts } from '#components/strings/translated';

const SLOT = /(\{\w+\})/;

/** Changes all texts outside their slots, and what functions of texts return. */
function changed(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string')
    return value
      .split(SLOT)
      .map((part) => (SLOT.test(part) || part.trim() === '' ? part : change(part)))
      .join('');
  if (typeof value === 'function') return (...values: unknown[]) => changed(value(...values), change);
  if (Array.isArray(value)) return value.map((each) => changed(each, change));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, changed(each, change)]));
  return value;
}

/** Texts of a pseudo-locale: the English texts, each changed by a function. */
export const pseudoTexts = (change: (text: string) => string): Texts =>
  Object.fromEntries(Object.entries(AREAS).map(([area, texts]) => [area, changed(texts, change) as object]));
