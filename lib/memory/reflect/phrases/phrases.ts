/**
 * The words that a reflect without a language model adds to its quotations, one table per language.
 * A table without one of these phrases does not compile.
 */
export interface ReflectPhrases {
  /** the refusal */
  readonly noEvidence: string;
  /** the refusal for names that no evidence mentions */
  readonly nothingAbout: (names: string) => string;
  /** before quotations, if no evidence mentions some of the names in the question */
  readonly nothingNames: (names: string) => string;
  /** before several quotations, by their order */
  readonly stored: Readonly<Record<QuotationOrder, string>>;
  /** before quotations of which none clearly answers, by their order */
  readonly mayNotAnswer: Readonly<Record<QuotationOrder, string>>;
  /** in the place of the speaker of an observation */
  readonly observed: string;
  /** the source of a quotation; `name` has its quotation marks */
  readonly from: (name: string) => string;
  readonly asOf: (day: string) => string;
  /** before an earlier state of a matter */
  readonly earlier: string;
  /** the week that begins on a day */
  readonly weekOf: (day: string) => string;
  /** quotation marks */
  readonly quotes: readonly [open: string, close: string];
  readonly punctuation: Punctuation;
}

export type QuotationOrder = 'nearest' | 'time';

/** Marks with the blanks that belong to them. */
export interface Punctuation {
  /** between a speaker and a quotation */
  readonly colon: string;
  /** between a speaker and a day */
  readonly comma: string;
  /** around a time behind a quotation */
  readonly brackets: readonly [open: string, close: string];
}

export const SPACED: Punctuation = { colon: ': ', comma: ', ', brackets: [' (', ')'] };

/** The languages with phrases of their own, besides English. */
export const PHRASE_LANGUAGES = [
  ...(['de', 'es', 'fr', 'pt', 'it', 'nl', 'pl', 'ru', 'uk', 'tr', 'el', 'ro', 'sv', 'cs'] as const),
  ...(['ar', 'he', 'fa', 'hi', 'th', 'vi', 'id', 'ko', 'ja', 'zh'] as const),
] as const;
export type PhraseLanguage = (typeof PHRASE_LANGUAGES)[number];
