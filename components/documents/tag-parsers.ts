import { parseAsArrayOf, parseAsInteger, parseAsString, parseAsStringLiteral } from 'nuqs';

/** The filter by tags and the page of a list, as parts of the address. */
export const tagParsers = <Match extends string>(matches: readonly Match[], defaultValue: NoInfer<Match>) => ({
  tag: parseAsArrayOf(parseAsString).withDefault([]).withOptions({ history: 'push' }),
  match: parseAsStringLiteral(matches).withDefault(defaultValue).withOptions({ history: 'push' }),
  offset: parseAsInteger.withDefault(0).withOptions({ history: 'push' }),
});
