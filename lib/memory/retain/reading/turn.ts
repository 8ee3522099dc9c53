/** What a text is cut into before anything else is read from it. */
export interface Turn {
  /** exact slice of the content, with its line breaks, brackets and commas */
  readonly raw: string;
  /** who says it; null in prose */
  readonly speaker: string | null;
  /** what is said, without the speaker, the headings and JSON's quoting; may be empty */
  readonly body: string;
  /** the headings above it, outermost first, joined by " > " */
  readonly heading: string | null;
  /** of these headings the ones that stand right above it: their words find it, though they are not what it says */
  readonly title: string | null;
  /** when it was said, if the turn or a header above it tells */
  readonly time: Date | null;
  /** stands for `time` where it does not follow from `raw`; equal when the text is sent again, even if the time was counted back from now */
  readonly anchor: string | null;
}

/** What the sender says about when the text was written. */
export interface SenderClock {
  readonly at: Date | null;
  /** minutes that the speakers' clock is ahead of UTC */
  readonly offsetMinutes: number;
  /** `at` is the moment of the request: nothing in the text was said later */
  readonly live: boolean;
}

export const NO_CLOCK: SenderClock = { at: null, offsetMinutes: 0, live: false };
