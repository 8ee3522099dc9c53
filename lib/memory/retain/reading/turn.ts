import type { TextFormat } from '#lib/memory/retain/literals';

/** A piece of a text, before anything is extracted from it. */
export interface Turn {
  /** exact slice of the content, with its line breaks, brackets and commas */
  readonly raw: string;
  /** the speaker; null in prose */
  readonly speaker: string | null;
  /** the words, without the speaker, the headings and JSON's quoting; may be empty */
  readonly body: string;
  /** the headings above it, outermost first, joined by " > " */
  readonly heading: string | null;
  /**
   * the headings directly above it: they are searched with it, although they are not part of its
   * words
   */
  readonly title: string | null;
  /** the time in the turn or in a header above it */
  readonly time: Date | null;
  /**
   * Represents `time` if it does not follow from `raw`. Equal when the text is sent again, even if
   * the time was relative to the request.
   */
  readonly anchor: string | null;
  /** a stamped line of a chat without a speaker: of the chat itself, or of an unknown person */
  readonly isRemark?: true;
  /** the format of the text, conversation or mail that begins with it */
  readonly opens?: TextFormat;
}

/** The turns of a text in a format: the first one opens it. */
export const opening = (turns: readonly Turn[], format: TextFormat): Turn[] => {
  const [first] = turns;
  return first === undefined ? [] : turns.with(0, { ...first, opens: format });
};

/** What the sender specifies about the time of the text. */
export interface SenderClock {
  readonly at: Date | null;
  /** minutes that the speakers' time zone is ahead of UTC */
  readonly offsetMinutes: number;
  /** `at` is the time of the request: no turn is later */
  readonly live: boolean;
}

export const NO_CLOCK: SenderClock = { at: null, offsetMinutes: 0, live: false };
