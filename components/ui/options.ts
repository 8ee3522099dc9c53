/**
 * Which option of a search field is highlighted, and what Enter does. Options may come from the
 * server, so each group says which text its options answer. Options that answer another text are
 * never highlighted and never chosen.
 */
export interface OptionGroup {
  /** Ids of the options, the best first. Unique in all groups. */
  readonly ids: readonly string[];
  /** The text that the options answer. Null before the first answer. */
  readonly answers: string | null;
  /** The options are highlighted only when the user moves to them: a link to all items. */
  readonly isSecondary?: boolean;
}

/** What the user did since `text` is in the field. */
export interface Choice {
  readonly text: string;
  /** The option that the user moved to. */
  readonly moved: string | null;
  /** Enter waits for an answer. */
  readonly isEntered: boolean;
}

/** The text that is searched for. */
export const queryOf = (text: string): string => text.trim();

/** The choice while `text` is in the field. Another text resets it. */
export const choiceAt = (choice: Choice, text: string): Choice =>
  queryOf(choice.text) === queryOf(text) ? choice : { text, moved: null, isEntered: false };

export const isWaiting = ({ answers }: OptionGroup, text: string): boolean => answers !== queryOf(text);

/** Whether a group waits for the answer to the text. */
export const isAnyWaiting = (groups: readonly OptionGroup[], text: string): boolean => groups.some((group) => isWaiting(group, text));

/** The options that answer the text. */
const choosable = (groups: readonly OptionGroup[], text: string): string[] =>
  groups.flatMap((group) => (isWaiting(group, text) ? [] : group.ids));

/**
 * The option that the user moved to. Otherwise the first option that answers the text, or null
 * while a group before it waits.
 */
export function highlightedOf(groups: readonly OptionGroup[], { text, moved }: Choice): string | null {
  if (moved !== null && choosable(groups, text).includes(moved)) return moved;
  for (const group of groups) {
    if (isWaiting(group, text)) return null;
    const first = group.isSecondary ? undefined : group.ids[0];
    if (first !== undefined) return first;
  }
  return null;
}

export interface Decision {
  /** The chosen option. */
  readonly chosen: string | null;
  /** Enter waits for an answer. */
  readonly isEntered: boolean;
}

/**
 * What Enter does: it chooses the highlighted option, or waits for the answer to the text, or does
 * nothing. Nothing waits for an empty text, because nobody asked for anything.
 */
export function enter(groups: readonly OptionGroup[], choice: Choice): Decision {
  const chosen = highlightedOf(groups, choice);
  return { chosen, isEntered: chosen === null && queryOf(choice.text) !== '' && isAnyWaiting(groups, choice.text) };
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** The option that an arrow key moves to, around the ends. Undefined for other keys. */
export function movedBy(key: string, groups: readonly OptionGroup[], choice: Choice): string | null | undefined {
  const step = STEPS[key];
  if (step === undefined) return undefined;
  const ids = choosable(groups, choice.text);
  const highlighted = highlightedOf(groups, choice);
  const at = highlighted === null ? -1 : ids.indexOf(highlighted);
  return ids[at < 0 ? (step > 0 ? 0 : ids.length - 1) : (at + step + ids.length) % ids.length] ?? null;
}

interface SearchState {
  readonly data: unknown;
  readonly isError: boolean;
  readonly isPlaceholderData: boolean;
}

/**
 * The text that the result of a search answers, or null if there is none yet. A failed search is an
 * answer without options. `query`: the text that was sent.
 */
export const answeredBy = (query: string, { data, isError, isPlaceholderData }: SearchState): string | null =>
  isError || (data !== undefined && !isPlaceholderData) ? query : null;
