import { EXTRACTIVE, FACT_TYPES, type FactType } from '#lib/literals';
import { type TagFilter, treeText } from '#lib/tags/filter';
import { formsOf } from '#lib/text/word-forms';

/** What the statements of a recall are made of: their arguments, their values, and what their parts have in common. */

/** Units that were written last after one revision of the bank and not after another. */
export interface RevisionWindow {
  readonly after: number;
  /** null: up to now */
  readonly upTo: number | null;
}

export interface ArmsArguments {
  readonly bankUid: number;
  readonly model: string;
  /** pgvector text, of length 1; null where the embedder knows no word of the question */
  readonly vector: string | null;
  /** ids among which the nearest in meaning are; null, or left out: those of all units */
  readonly near?: readonly string[] | null;
  /** lexemes, at most 16 */
  readonly terms: readonly string[];
  /** what holds it, in any case, is marked as a quotation; null, or left out: nothing is */
  readonly quote?: string | null;
  /** live units of the bank and the mean number of terms in them: N and the average length of BM25 */
  readonly units: number;
  readonly meanLength: number;
  /** candidates of the semantic and of the keyword arm, each */
  readonly cap: number;
  /** how many of the best bring their neighbours along */
  readonly expand: number;
  /** the speakers whose words the question asks for */
  readonly asked: readonly string[];
  /** true: whatever these said is a candidate */
  readonly speech?: boolean;
  /** null: all types */
  readonly types: readonly FactType[] | null;
  readonly tags: TagFilter | null;
  /** what was or lasted at a time from `start` to before `end` is a candidate of the temporal arm */
  readonly window: { readonly start: Date | null; readonly end: Date | null } | null;
  /** true: nothing but what lies in the window is a candidate, whatever it says */
  readonly timeAlone?: boolean;
  /** false: no spreading activation */
  readonly graph?: boolean;
  /** null, or left out: whenever they were written */
  readonly revisions?: RevisionWindow | null;
  /** true: what ranking needs of units themselves is at hand, and not read */
  readonly bare?: boolean;
}

/** Scores travel as whole numbers: shorter, and faster to read. */
export const FEATURE_SCALE = 10_000;

/** Bits of `flags`: the type's index, then these. */
export const FLAG_ASKED = 4;
export const FLAG_QUESTION = 8;
export const FLAG_STANDING = 16;
export const FLAG_EXTRACTIVE = 32;
export const FLAG_QUOTED = 64;

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

/** What the parts of a statement have in common: places of values, and conditions on units. */
export interface Common {
  readonly args: ArmsArguments;
  readonly place: Readonly<Record<'terms' | 'mean' | 'near' | 'cap' | 'expand' | 'asked' | 'quote' | 'model' | 'from' | 'to', string>>;
  readonly bank: string;
  /** what a unit must be to count anywhere; in a query that joins several tables by the alias of its table */
  readonly passes: (alias?: string) => string;
  /** the same of a vector, which knows neither its state by that name nor revisions */
  readonly embedded: string;
}

export function commonOf(args: ArmsArguments, parameters: Parameters): Common {
  const bank = `bank_uid = ${parameters.add('bank', 'bigint', args.bankUid)}`;
  const model = parameters.add('model', 'text', args.model);
  parameters.add('q', 'vector', args.vector);
  const terms = parameters.add('terms', 'tsquery[]', args.terms.map(anyForm));
  parameters.add('units', 'float8', args.units);
  const mean = parameters.add('mean', 'float8', args.meanLength);
  const near = args.near ? parameters.add('near', 'uuid[]', args.near) : '';
  const cap = parameters.add('cap', 'int', args.cap);
  const expand = parameters.add('expand', 'int', args.expand);
  const asked = parameters.add('asked', 'text[]', args.asked);
  const quote = parameters.add('quote', 'text', args.quote ?? null);
  const types = args.types && `${parameters.add('types', 'text[]', args.types)}::text[]`;
  const sets = new Map<readonly string[], string>();
  const setOf = (tags: readonly string[]): string => {
    const known = sets.get(tags) ?? `${parameters.add(`set${parameters.values.length + 1}`, 'text[]', tags)}::text[]`;
    sets.set(tags, known);
    return known;
  };
  const { revisions, window } = args;
  const after = revisions && parameters.add('after', 'bigint', revisions.after);
  const upTo = revisions && parameters.add('upto', 'bigint', revisions.upTo ?? Number.MAX_SAFE_INTEGER);
  const from = window ? parameters.add('since', 'timestamptz', window.start ?? '-infinity') : '';
  const to = window ? parameters.add('till', 'timestamptz', window.end ?? 'infinity') : '';

  const columnOf = (alias: string | undefined) => (name: string) => (alias === undefined ? name : `${alias}.${name}`);
  const kind = (of: (name: string) => string): string =>
    (types ? ` and ${of('fact_type')} = any(${types})` : '') + (args.tags ? ` and ${treeText(args.tags, of('tags'), setOf)}` : '');
  const written = (of: (name: string) => string): string =>
    revisions ? ` and ${of('revision')} > ${after} and ${of('revision')} <= ${upTo}` : '';
  const conditions = (of: (name: string) => string): string => `${of('state')} = 'valid'${kind(of)}${written(of)}`;
  const passes = (alias?: string): string => `${alias === undefined ? '' : `${alias}.`}${bank} and ${conditions(columnOf(alias))}`;
  const bare = columnOf(undefined);
  const embedded = `${kind(bare)}${revisions ? ` and memory_id in (select id from memories where ${bank}${written(bare)})` : ''}`;
  return { args, place: { terms, mean, near, cap, expand, asked, quote, model, from, to }, bank, passes, embedded };
}

/** When a unit was: when what it tells happened, else when it was told. */
export const EFFECTIVE = 'coalesce(occurred_start, mentioned_at)';

/** The words of the question. */
export const termsOf = ({ place }: Common): string => `
term as materialized (select (ord - 1)::int as ord, query from unnest(${place.terms}::tsquery[]) with ordinality as t(query, ord))`;

const flagsOf = (place: Common['place']): string =>
  `case fact_type ${FACT_TYPES.map((type, i) => `when '${type}' then ${i}`).join(' ')} end
      + case when speaker = any(${place.asked}::text[]) then ${FLAG_ASKED} else 0 end + case when right(text, 1) = '?' then ${FLAG_QUESTION} else 0 end
      + case when extractor = '${EXTRACTIVE}' then ${FLAG_EXTRACTIVE} else 0 end
      + case when ${place.quote} is not null and strpos(lower(text), lower(${place.quote})) > 0 then ${FLAG_QUOTED} else 0 end`;

/** Of the words of a question so many stand in what holds all of it. */
const QUOTED_SHARE = 0.75;

/** What of a list with masks holds the whole question, word for word. */
export const quotedOf = ({ place, bank }: Common, list: string): string => `
quoted as materialized (
  select id from memories where ${bank} and strpos(lower(text), lower(${place.quote})) > 0
    and id = any(array(select id from ${list} where bit_count(mask::bit(32)) >= ${QUOTED_SHARE} * (select count(*) from term))))`;

/** What ranking needs of the units of a list themselves. */
export const featuresOf = ({ place, bank }: Common, ids: string): string =>
  `select id, ${FEATURES}, ${flagsOf(place)} as flags from memories where ${bank} and id = any(array(select id from ${ids}))`;
