import { vectorText } from '#lib/base/db/db';
import { treeText } from '#lib/base/tags/filter';
import { formsOf } from '#lib/base/text/word-forms';
import { leastOfQuote } from '#lib/memory/recall/quote';
import { FEATURE_BITS, FLAG_ASKED, FLAG_QUOTED } from '#lib/memory/recall/retrieval/feature-bits';
import type { CandidateQuery } from '#lib/memory/recall/retrieval/port';

/** What the statements of a recall are made of: their values, and what their parts have in common. */

/** Scores travel as whole numbers: shorter, and faster to read. */
export const FEATURE_SCALE = 10_000;

/** What ranking needs of a unit itself. */
export const FEATURES = 'document_uid, position, turn, tokens, mentioned_at, occurred_start, occurred_end';

const quoted = (term: string): string => `'${term.replace(/['\\]/g, '$&$&')}'`;
/** One word of the question, in whichever form a unit holds it. */
const anyForm = (term: string): string => formsOf(term).map(quoted).join(' | ');

/**
 * The values of a statement: columns of one row that is made first. A query reads them by `(select name from p)`, never as `$1`: so the
 * planner never sees a value, its plan for any value costs what the plan for this value costs, and it stops planning anew each time.
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

/** Which units count. */
export interface Filters {
  readonly bank: string;
  /** what a unit must be to count anywhere; in a query that joins several tables by the alias of its table */
  readonly passes: (alias?: string) => string;
  /** the same of a vector, which knows neither its state by that name nor revisions */
  readonly embedded: string;
}

/** A query with the bank and the embedding model that it is about. */
export interface CandidateStatement extends CandidateQuery {
  readonly bankUid: number;
  readonly model: string;
  /** `window`: memories of the window, for a question about a time alone; `overview`: whatever the question */
  readonly kind: 'question' | 'window' | 'overview';
}

type Filtering = Pick<CandidateStatement, 'bankUid' | 'types' | 'tags' | 'revisions'>;

export function filtersOf({ bankUid, types: wanted, tags, revisions }: Filtering, parameters: Parameters): Filters {
  const bank = `bank_uid = ${parameters.add('bank', 'bigint', bankUid)}`;
  const types = wanted && `${parameters.add('types', 'text[]', wanted)}::text[]`;
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
  return { bank, passes, embedded };
}

/** The marks of a statement's name that tell its filters. */
export const marksOf = ({ types, tags, revisions }: Filtering): string[] => [
  ...(types ? ['types'] : []),
  ...(tags?.kind === 'leaf' ? [`${tags.mode}${tags.tags.length === 0 ? '_none' : ''}`] : []),
  ...(revisions ? ['revisions'] : []),
];

/** A tree of tags has too many shapes to keep a plan of each. */
export const nameOf = (marks: readonly string[], { tags }: Filtering): string => (tags && tags.kind !== 'leaf' ? '' : marks.join('_'));

/** What the parts of the statement have in common: places of values, and conditions on units. */
export interface Common extends Filters {
  readonly args: CandidateStatement;
  readonly place: Readonly<Record<'terms' | 'mean' | 'cap' | 'expand' | 'asked' | 'quote' | 'least' | 'model' | 'from' | 'to', string>>;
}

export function commonOf(args: CandidateStatement, parameters: Parameters): Common {
  const filters = filtersOf(args, parameters);
  const model = parameters.add('model', 'text', args.model);
  parameters.add('q', 'vector', args.vector && vectorText(args.vector));
  const terms = parameters.add('terms', 'tsquery[]', args.terms.map(anyForm));
  parameters.add('units', 'float8', args.units);
  const mean = parameters.add('mean', 'float8', args.meanLength);
  const cap = parameters.add('cap', 'int', args.cap);
  const expand = parameters.add('expand', 'int', args.expand);
  const asked = parameters.add('asked', 'text[]', args.asked);
  const quote = parameters.add('quote', 'text', args.quote ?? null);
  const least = parameters.add('least', 'int', leastOfQuote(args.terms));
  const { window } = args;
  const from = window ? parameters.add('since', 'timestamptz', window.start ?? '-infinity') : '';
  const to = window ? parameters.add('till', 'timestamptz', window.end ?? 'infinity') : '';
  return { ...filters, args, place: { terms, mean, cap, expand, asked, quote, least, model, from, to } };
}

/** When a unit was: when what it tells happened, else when it was told. */
export const EFFECTIVE = 'coalesce(occurred_start, mentioned_at)';

/** The words of the question. */
export const termsOf = ({ place }: Common): string => `
term as materialized (select (ord - 1)::int as ord, query from unnest(${place.terms}::tsquery[]) with ordinality as t(query, ord))`;

const flagsOf = (place: Common['place']): string =>
  `${FEATURE_BITS} + case when speaker = any(${place.asked}::text[]) then ${FLAG_ASKED} else 0 end`;

/** What ranking needs of the units of a list themselves. `quotes`: whether a unit of it quotes the question */
export const featuresOf = ({ place, bank }: Common, ids: string, quotes = 'false'): string =>
  `select id, ${FEATURES}, ${flagsOf(place)} + case when ${quotes} then ${FLAG_QUOTED} else 0 end as flags
    from memories where ${bank} and id = any(array(select id from ${ids}))`;
