import { isDenied } from '#lib/base/text/denial';
import { readWords } from '#lib/base/text/language';
import { terms } from '#lib/base/text/terms';
import { isRuleHeading } from '#lib/memory/mental-models/rules/headings';

/**
 * Headings have no sources, so they must not make statements. They may only use words of their
 * blocks, the sources or the question, or words for ordering. Pure.
 */

/** Replaces a heading that states something. */
export const PLAIN_HEADING = 'Notes';

/** Words of ordering, which state nothing. */
const ORDERING = new Set(
  terms(
    `notes overview summary background introduction profile basics details general other others further misc miscellaneous known know facts statements said latest recent recently
    current currently status state today now new news changed changes change update updates history past earlier before timeline chronology dates events plans future next upcoming
    open questions unknown decisions reasons costs money prices budget numbers people person persons family friends relationships life home living work job career education studies
    health diet food allergies likes like dislikes dislike preferences interests hobbies habits routines avoids avoid needs wants goals skills places travel locations time periods schedule
    contacts projects tasks tools systems risks problems issues context topics themes part parts section key main important first second third`,
  ),
);

export interface Heading {
  readonly text: string;
  /**
   * texts whose words the heading may use: the blocks of the section, their sources, and the
   * question
   */
  readonly over: readonly string[];
}

export function isHeading({ text, over }: Heading): boolean {
  if (isRuleHeading(text)) return true;
  const own = terms(text).filter((term) => !ORDERING.has(term));
  if (own.length === 0) return true;
  const known = new Set(over.flatMap((one) => terms(one)));
  return own.every((term) => known.has(term)) && !isDenied(text) && (own.length === 1 || !isSentence(text));
}

/**
 * "Ana hates Ben" makes a statement, even with words of its blocks; "Moving to Porto" is a name.
 */
const isSentence = (text: string): boolean =>
  readWords(text).words.some(
    ({ value, pos }) => pos === 'AUX' || (pos === 'VERB' && !/ing$/i.test(value) && terms(value).some((term) => !ORDERING.has(term))),
  );
