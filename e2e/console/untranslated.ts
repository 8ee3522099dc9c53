import type { Page } from '@playwright/test';
import { LANGUAGE_NAMES } from '#components/shell/language-choice';

/** Finds texts of a page in the pseudo-locale `en-XA` that come from no file of strings. */

const START = '⟦';
const END = '⟧';
const ATTRIBUTES = ['aria-label', 'title', 'placeholder', 'alt'];
/**
 * Code, times and the reference, which shows the API document. It has one language, and the widget
 * that draws it has its own texts.
 */
const NO_PROSE = 'code, pre, time, .reference, script, style, noscript, template';
/** Shorter ones are keys, initials and units. */
const WORD = /\p{L}{3}/u;

const DAYS = '(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)';
const MONTHS = '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)';
/** What `Intl` writes, which has no pseudo-locale: dates, and "and" in a list. */
const BY_INTL = new RegExp(`^(?:(?:${DAYS},? )?(?:\\d{1,2} )?${MONTHS}(?: \\d{4})?(?:, \\d\\d:\\d\\d)?|and)$`);
/** Adds all texts in a JSON value to a list. */
function addTexts(value: unknown, texts: string[]): void {
  if (typeof value === 'string') texts.push(value);
  else if (typeof value === 'object' && value !== null) for (const each of Object.values(value)) addTexts(each, texts);
}

/** The texts of a JSON value, and none of another body. */
export function textsIn(body: string): string[] {
  const texts: string[] = [];
  try {
    addTexts(JSON.parse(body), texts);
  } catch {
    // Not JSON: a file, or an empty response.
  }
  return texts;
}

/** Records the texts in the API responses of a page. The returned function waits for them. */
export function recordData(page: Page): () => Promise<string[]> {
  const bodies: Promise<string>[] = [];
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (pathname.startsWith('/v1/') || pathname.startsWith('/api/')) bodies.push(response.text().catch(() => ''));
  });
  return async () => (await Promise.all(bodies)).flatMap(textsIn);
}

/** Between data side by side, as in "Front-desk agent (mbk_4f…) · front-desk". */
const BETWEEN = /[()·…]/;
const EDGES = /^[\s,:;]+|[\s,:;]+$/g;
/** The parts of a text between them. */
const partsOf = (text: string): string[] => text.split(BETWEEN).map((part) => part.replaceAll(EDGES, ''));
/** Languages are listed in their own words. */
const NAMES: ReadonlySet<string> = new Set(Object.values(LANGUAGE_NAMES).flatMap(partsOf));

/** The parts of a text that are not in marks. Marks may be nested, and a text may be cut off. */
export function partsOutsideMarks(text: string): string[] {
  const parts: string[] = [];
  let part = '';
  let depth = 0;
  for (const character of text) {
    if (character === START) {
      depth++;
      parts.push(part);
      part = '';
    } else if (character === END) depth = Math.max(0, depth - 1);
    else if (depth === 0) part += character;
  }
  return [...parts, part].flatMap(partsOf);
}

/** The title, text nodes and named attributes of a page, outside of elements of `omitted`. */
const textsOf = (page: Page, omitted: string): Promise<string[]> =>
  page.evaluate(
    ({ selector, attributes }) => {
      const texts = [document.title];
      const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      for (let node = nodes.nextNode(); node; node = nodes.nextNode())
        if (!node.parentElement?.closest(selector)) texts.push(node.textContent ?? '');
      for (const name of attributes)
        for (const element of document.querySelectorAll(`[${name}]`))
          if (!element.closest(selector)) texts.push(element.getAttribute(name) ?? '');
      return texts;
    },
    { selector: omitted, attributes: ATTRIBUTES },
  );

/**
 * Returns the texts of a page that are neither in marks nor data. `data` are texts of users and of
 * the API; a page may show a part of one. Its URL is data too.
 */
export async function untranslatedTexts(page: Page, data: readonly string[]): Promise<string[]> {
  const known = [...data, decodeURIComponent(page.url().replaceAll('+', ' '))];
  const isOwn = (part: string): boolean =>
    WORD.test(part) && !BY_INTL.test(part) && !NAMES.has(part) && !known.some((text) => text.includes(part));
  const parts = (await textsOf(page, NO_PROSE)).flatMap(partsOutsideMarks);
  return [...new Set(parts.filter(isOwn))].sort();
}
