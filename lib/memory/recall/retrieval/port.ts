import type { FactType } from '#lib/base/literals';
import type { TagFilter } from '#lib/base/tags/filter';

/** What a question asks of the arms, and how they weigh: the same whether the database looks or the process does. */

/** Units that were written last after one revision of the bank and not after another. */
export interface RevisionWindow {
  readonly after: number;
  /** null: up to now */
  readonly upTo: number | null;
}

export interface ArmsArguments {
  readonly bankUid: number;
  readonly model: string;
  /** of length 1; null where the embedder knows no word of the question */
  readonly vector: Float32Array | null;
  /** lexemes, at most 16 */
  readonly terms: readonly string[];
  /** what says these words (`quoteOf`) is marked as a quotation; null, or left out: nothing is */
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
  /** true: returns observations, standing instructions and the latest memories whatever the query, `cap` of each */
  readonly overview?: boolean;
  /** false: no spreading activation */
  readonly graph?: boolean;
  /** null, or left out: whenever they were written */
  readonly revisions?: RevisionWindow | null;
}

/** BM25: saturation and length. A term counts once per unit, because units are a sentence or two long. */
export const K1 = 0.9;
export const B = 0.75;

/** Seeds of spreading activation. */
export const SEEDS = 12;
/** How much less than the best the others count: of what a question is about there is one, and what only resembles it leads astray. */
export const SEED_POWER = 4;
/**
 * What differs by less is equal, and the older goes first: the database and the process reckon with other digits, and texts of one form differ by no more
 * than that. Digits of a seed's nearness and of a heat.
 */
export const SEED_DIGITS = 3;
export const HEAT_DIGITS = 6;
export const rounded = (value: number, digits: number): number => Math.round(value * 10 ** digits) / 10 ** digits;

/** Entities per hop, units per entity, units that are activated in the end. */
export const ENTITIES = 8;
export const UNITS_PER_ENTITY = 8;
export const ACTIVATED = 30;
export const HOP_DECAY = 0.5;

/** Of what lies in a window the nearest in meaning; where too few can be compared, the latest. */
export const WINDOW_CAP = 60;
/** Standing instructions are few; of more, the latest. */
export const STANDING_CAP = 20;
/** Neighbours stand so near in the document. */
export const BESIDE = 2;
