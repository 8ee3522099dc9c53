import { vectorText } from '#lib/base/db/db';
import { treeText } from '#lib/base/tags/filter';
import { formsOf } from '#lib/base/text/word-forms';
import { leastOfQuote } from '#lib/memory/recall/quote';
import { FEATURE_BITS, FLAG_ASKED, FLAG_QUOTED } from '#lib/memory/recall/retrieval/feature-bits';
import { WINDOW_SCAN } from '#lib/memory/recall/retrieval/parameters';
import type { CandidateQuery } from '#lib/memory/recall/retrieval/port';

/** Building blocks of the statements of a recall: their values and common conditions. */

/** Scores are sent as integers, which are shorter and faster to read. */
export const FEATURE_SCALE = 10_000;

/** Columns that ranking needs. */
export const FEATURES = 'document_uid, position, turn, tokens, mentioned_at, occurred_start, occurred_end, superseded_by, valid_to';

const quoted = (term: string): string => `'${term.replace(/['\\]/g, '$&$&')}'`;
/** A tsquery for one word of the question, in any of its forms. */
const anyForm = (term: string): string => formsOf(term).map(quoted).join(' | ');

/**
 * The values of a statement: columns of one row that is materialized first. A query reads them by
 * `(select name from p)`, never as `$1`. The planner then never sees a value, the plan costs the
 * same for any value, and the server stops planning each time.
 */
export class Parameters {
  readonly values: unknown[] = [];
  readonly columns: string[] = [];
  add(name: string, type: string, value: unknown): string {
    this.values.push(value);
    this.columns.push(`$${this.values.length}::${type} as ${name}`);
    return `(select ${name} from p)`;
  }
}

/** Conditions on memories. */
export interface Filters {
  readonly bank: string;
  /** condition on a memory; in a query that joins several tables with the alias of its table */
  readonly passes: (alias?: string) => string;
  /** a valid memory of the bank that matches the tag filter */
  readonly matches: string;
  /** condition on the tags alone, of the table with this alias; null: no tag filter */
  readonly matchesTags: ((alias: string) => string) | null;
  /** `matches` for a joined table, with its alias */
  readonly matchesAs: (alias: string) => string;
  /** the same as `passes` for a vector, which has another column for its state and no revision */
  readonly embedded: string;
}

/** A query with the bank and the embedding model that it is about. */
export interface CandidateStatement extends CandidateQuery {
  readonly bankUid: number;
  readonly model: string;
  /**
   * `window`: memories of the window, for a question about a time alone; `overview`: independent of
   * the question
   */
  readonly kind: 'question' | 'window' | 'overview';
}

type Filtering = Pick<CandidateStatement, 'bankUid' | 'types' | 'tags' | 'revisions'>;

export function filtersOf({ bankUid, types: typeNames, tags, revisions }: Filtering, parameters: Parameters): Filters {
  const bank = `bank_uid = ${parameters.add('bank', 'bigint', bankUid)}`;
  const types = typeNames && `${parameters.add('types', 'text[]', typeNames)}::text[]`;
  const sets = new Map<readonly string[], string>();
  const setOf = (set: readonly string[]): string => {
    const known = sets.get(set) ?? `${parameters.add(`set${parameters.values.length + 1}`, 'text[]', set)}::text[]`;
    sets.set(set, known);
    return known;
  };
  const after = revisions && parameters.add('after', 'bigint', revisions.after);
  const upTo = revisions && parameters.add('upto', 'bigint', revisions.upTo ?? Number.MAX_SAFE_INTEGER);

  const columnOf = (alias: string | undefined) => (name: string) => (alias === undefined ? name : `${alias}.${name}`);
  const kind = (of: (name: string) => string): string =>
    (types ? ` and ${of('fact_type')} = any(${types})` : '') + (tags ? ` and ${treeText(tags, of('tags'), setOf)}` : '');
  const written = (of: (name: string) => string): string =>
    revisions ? ` and ${of('revision')} > ${after} and ${of('revision')} <= ${upTo}` : '';
  const conditions = (of: (name: string) => string): string => `${of('state')} = 'valid'${kind(of)}${written(of)}`;
  const passes = (alias?: string): string => `${alias === undefined ? '' : `${alias}.`}${bank} and ${conditions(columnOf(alias))}`;
  const bare = columnOf(undefined);
  const embedded = `${kind(bare)}${revisions ? ` and memory_id in (select id from memories where ${bank}${written(bare)})` : ''}`;
  const matches = `${bank} and state = 'valid'${tags ? ` and ${treeText(tags, 'tags', setOf)}` : ''}`;
  const matchesTags = tags && ((alias: string): string => treeText(tags, `${alias}.tags`, setOf));
  const matchesAs = (alias: string): string =>
    `${alias}.${bank} and ${alias}.state = 'valid'${matchesTags ? ` and ${matchesTags(alias)}` : ''}`;
  return { bank, passes, matches, matchesTags, matchesAs, embedded };
}

/** Suffixes of a statement's name that identify its filters. */
export const marksOf = ({ types, tags, revisions }: Filtering): string[] => [
  ...(types ? ['types'] : []),
  ...(tags?.kind === 'leaf' ? [`${tags.mode}${tags.tags.length === 0 ? '_none' : ''}`] : []),
  ...(revisions ? ['revisions'] : []),
];

/** A tree of tags has too many shapes to cache a plan for each. */
export const nameOf = (marks: readonly string[], { tags }: Filtering): string => (tags && tags.kind !== 'leaf' ? '' : marks.join('_'));

/** Shared by the parts of the statement: placeholders of values and conditions on memories. */
export interface StatementContext extends Filters {
  readonly args: CandidateStatement;
  readonly place: Readonly<
    Record<
      'terms' | 'units' | 'mean' | 'cap' | 'expand' | 'asked' | 'quote' | 'least' | 'model' | 'from' | 'to' | 'scan' | 'compared',
      string
    >
  >;
}

export function commonOf(args: CandidateStatement, parameters: Parameters): StatementContext {
  const filters = filtersOf(args, parameters);
  const model = parameters.add('model', 'text', args.model);
  parameters.add('q', 'vector', args.vector && vectorText(args.vector));
  const terms = parameters.add('terms', 'tsquery[]', args.terms.map(anyForm));
  const all = [parameters.add('units', 'float8', args.units), parameters.add('mean', 'float8', args.meanLength)] as const;
  const [units, mean] = args.tags ? ['(select units from corpus)', '(select mean from corpus)'] : all;
  const cap = parameters.add('cap', 'int', args.cap);
  const expand = parameters.add('expand', 'int', args.expand);
  const asked = parameters.add('asked', 'text[]', args.asked);
  const quote = parameters.add('quote', 'text', args.quote ?? null);
  const least = parameters.add('least', 'int', leastOfQuote(args.terms));
  const compared = args.compared ? parameters.add('compared', 'uuid[]', args.compared) : '';
  const { window } = args;
  const from = window ? parameters.add('since', 'timestamptz', window.start ?? '-infinity') : '';
  const to = window ? parameters.add('till', 'timestamptz', window.end ?? 'infinity') : '';
  const scan = window ? parameters.add('scan', 'int', args.scan ?? WINDOW_SCAN) : '';
  return { ...filters, args, place: { terms, units, mean, cap, expand, asked, quote, least, model, from, to, scan, compared } };
}

/** Whether at most half of the bank's memories match the tag filter. */
export const FEW_MATCH = '(select few from corpus)';

/** Time of a memory: its occurrence, else its mention. */
export const EFFECTIVE = 'coalesce(occurred_start, mentioned_at)';

/** The words of the question. */
export const termsOf = ({ place }: StatementContext): string => `
term as materialized (select (ord - 1)::int as ord, query from unnest(${place.terms}::tsquery[]) with ordinality as t(query, ord))`;

const flagsOf = (place: StatementContext['place']): string =>
  `${FEATURE_BITS} + case when speaker = any(${place.asked}::text[]) then ${FLAG_ASKED} else 0 end`;

/**
 * Features of the memories of a list. `quotes`: SQL condition that a memory quotes the question.
 */
export const featuresOf = ({ place, bank }: StatementContext, ids: string, quotes = 'false'): string =>
  `select id, ${FEATURES}, ${flagsOf(place)} + case when ${quotes} then ${FLAG_QUOTED} else 0 end as flags
    from memories where ${bank} and id = any(array(select id from ${ids}))`;
