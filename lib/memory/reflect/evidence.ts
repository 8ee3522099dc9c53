import type { Queryable } from '#lib/base/db/db';
import type { Budget, FactType } from '#lib/base/literals';
import type { BankScope } from '#lib/base/scope';
import type { TagFilter } from '#lib/base/tags/filter';
import type { BankDefaults } from '#lib/memory/banks/config';
import type { CachedBanks } from '#lib/memory/recall/retrieval/cached/banks';
import type { ScopeFilter } from '#lib/memory/reflect/scope-filter';
import type { Embedder } from '#lib/models/embeddings/port';
import type { Reranker } from '#lib/models/rerank/reranker';

/**
 * The evidence of a bank about a question: mental models, observations and facts. `gather` finds
 * it.
 */

export type EvidenceKind = FactType | 'mental_model';

/** A possible source of an answer. */
export interface Evidence {
  readonly id: string;
  readonly kind: EvidenceKind;
  /** the content of a mental model */
  readonly text: string;
  /** the name of a mental model; empty for all others */
  readonly name: string;
  readonly context: string;
  readonly speaker: string | null;
  readonly occurredStart: Date | null;
  readonly occurredEnd: Date | null;
  /** when it was mentioned; for a mental model, when it was last refreshed */
  readonly mentionedAt: Date | null;
  /** the revision of the bank at its last change */
  readonly revision: number;
  readonly tags: readonly string[];
  /** empty for mental models */
  readonly metadata: Readonly<Record<string, string>>;
  /**
   * relevance to the question, or to its most relevant part, 0 to 1; comparable among observations
   * and facts
   */
  readonly score: number;
  /** relevance to each part of a question of several parts; absent for a single question */
  readonly scores?: readonly number[];
  /** null for observations and mental models */
  readonly document: { readonly id: string; readonly chunkId: string | null; readonly position: number } | null;
  /** canonical names; for an observation, those of its evidence */
  readonly entities: readonly string[];
  /** the valid evidence of an observation; empty for all others */
  readonly sourceIds: readonly string[];
  /** cl100k tokens of `text` */
  readonly tokens: number;
  /** the memory that replaced it; null or absent: none */
  readonly supersededBy?: string | null;
  /** it has ended by its own time, and the question is not about the past */
  readonly hasEnded?: boolean;
}

export interface EvidenceChunk {
  readonly id: string;
  readonly documentId: string;
  readonly text: string;
  readonly index: number;
}

/** The result of one layer. */
export interface LayerResult {
  readonly layer: EvidenceLayer;
  readonly items: readonly Evidence[];
  /** process clock, in milliseconds */
  readonly startedAt: number;
  readonly durationMs: number;
}
export const LAYERS = ['mental_models', 'observations', 'facts'] as const;
export type EvidenceLayer = (typeof LAYERS)[number];

export interface GatheredEvidence {
  /** mental models, then observations, then facts; each layer best first, without repeats */
  readonly items: readonly Evidence[];
  readonly layers: readonly LayerResult[];
  /** the chunks of the best facts, if requested */
  readonly chunks: readonly EvidenceChunk[];
  /** missing parts of the search, as words for a trace: `semantic: timeout` */
  readonly without: readonly string[];
}

export interface MentalModelSearch {
  readonly query: string;
  /** unit length, made by `embeddingModel`; null: search by words only */
  readonly vector: Float32Array | null;
  readonly embeddingModel: string;
  /** lexemes of the question */
  readonly terms: readonly string[];
  /** null: any tags */
  readonly tags: TagFilter | null;
  readonly excludeIds: readonly string[];
  readonly limit: number;
}

export interface MentalModelMatch {
  readonly id: string;
  readonly name: string;
  readonly content: string;
  readonly tags: readonly string[];
  readonly revision: number;
  readonly refreshedAt: Date | null;
  /** whether relevant memories were written since its last refresh */
  readonly isStale: boolean;
  /** 0 to 1 */
  readonly score: number;
}

/** The layer of mental models. Models without content are never found. */
export interface MentalModelLayer {
  /** Best first. */
  search(reader: Queryable, scope: BankScope, search: MentalModelSearch): Promise<readonly MentalModelMatch[]>;
}

export const NO_MENTAL_MODELS: MentalModelLayer = { search: async () => [] };

export interface EvidenceServices {
  readonly embedder: Embedder;
  readonly env?: BankDefaults;
  readonly reranker?: Reranker | null;
  readonly cachedBanks?: CachedBanks;
  readonly mentalModels?: MentalModelLayer;
}

/** Tokens per layer; 0 omits a layer. */
export interface LayerTokens {
  readonly mentalModels: number;
  readonly observations: number;
  readonly facts: number;
}

export const LAYER_TOKENS: LayerTokens = { mentalModels: 4096, observations: 3072, facts: 4096 };

export interface EvidenceWindow {
  readonly afterRevision?: number;
  readonly upToRevision?: number;
}

export interface EvidenceRequest {
  readonly query: string;
  readonly budget: Budget;
  /** defaults to `LAYER_TOKENS` */
  readonly maxTokens?: Partial<LayerTokens>;
  /** tokens of chunks; if absent, no chunks are read */
  readonly chunkTokens?: number;
  readonly askedAt?: Date;
  /** only memories written after one revision, up to another */
  readonly window?: EvidenceWindow;
  /** all of it, at any distance from the question */
  readonly isWhole?: boolean;
  /** also memories that have ended by their own time, marked as such */
  readonly includesEnded?: boolean;
  readonly layers?: readonly EvidenceLayer[];
  readonly signal: AbortSignal;
}

/** One of several consecutive windows, with the number of units in it. */
export interface EvidencePage {
  readonly afterRevision: number;
  readonly upToRevision: number;
  readonly units: number;
}

export const UNIT_LAYERS = ['observations', 'facts'] as const;

/** What a search reads: the visible part of a bank, through `reader`. */
export interface EvidenceSource {
  readonly reader: Queryable;
  readonly services: EvidenceServices;
  readonly scope: BankScope;
  readonly filter: ScopeFilter;
}
