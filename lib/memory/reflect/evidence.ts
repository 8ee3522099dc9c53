import type { Queryable } from '#lib/base/db/db';
import type { Budget, FactType } from '#lib/base/literals';
import type { BankScope } from '#lib/base/scope';
import type { TagFilter } from '#lib/base/tags/filter';
import type { BankDefaults } from '#lib/memory/banks/config';
import type { CachedBanks } from '#lib/memory/recall/retrieval/cached/banks';
import type { Embedder } from '#lib/models/embeddings/port';
import type { Reranker } from '#lib/models/rerank/reranker';

/** What a bank knows about a question, and what is asked of it: mental models, observations and facts. `gather` finds them. */

export type EvidenceKind = FactType | 'mental_model';

/** One thing that an answer may rest on. */
export interface Evidence {
  readonly id: string;
  readonly kind: EvidenceKind;
  /** of a mental model its content */
  readonly text: string;
  /** the name of a mental model; empty for all others */
  readonly name: string;
  readonly context: string;
  readonly speaker: string | null;
  readonly occurredStart: Date | null;
  readonly occurredEnd: Date | null;
  /** when it was said; of a mental model when it was last refreshed */
  readonly mentionedAt: Date | null;
  /** of the bank, when it was last written */
  readonly revision: number;
  readonly tags: readonly string[];
  /** empty for mental models */
  readonly metadata: Readonly<Record<string, string>>;
  /** how well it answers the question, or the part of it that it answers best, 0 to 1; comparable among observations and facts */
  readonly score: number;
  /** how well it answers each part of a question of several; absent: the question is one */
  readonly scores?: readonly number[];
  /** null for observations and mental models */
  readonly document: { readonly id: string; readonly chunkId: string | null; readonly position: number } | null;
  /** canonical names; of an observation those of its evidence */
  readonly entities: readonly string[];
  /** of an observation what it was derived from, as far as it is live; empty for all others */
  readonly sourceIds: readonly string[];
  /** cl100k tokens of `text` */
  readonly tokens: number;
}

export interface EvidenceChunk {
  readonly id: string;
  readonly documentId: string;
  readonly text: string;
  readonly index: number;
}

/** What one layer was asked, and found. */
export interface LayerResult {
  readonly layer: EvidenceLayer;
  readonly items: readonly Evidence[];
  /** by the clock of the process, in milliseconds */
  readonly startedAt: number;
  readonly durationMs: number;
}
export const LAYERS = ['mental_models', 'observations', 'facts'] as const;
export type EvidenceLayer = (typeof LAYERS)[number];

export interface Gathered {
  /** mental models, then observations, then facts; each layer best first, each thing once */
  readonly items: readonly Evidence[];
  readonly layers: readonly LayerResult[];
  /** what the best facts were read from, where it was asked for */
  readonly chunks: readonly EvidenceChunk[];
  /** what the search had to do without, as words for a trace: `semantic: timeout` */
  readonly without: readonly string[];
}

export interface ModelSearch {
  readonly query: string;
  /** of length 1, made by `embeddingModel`; null: words alone decide */
  readonly vector: Float32Array | null;
  readonly embeddingModel: string;
  /** lexemes of the question */
  readonly terms: readonly string[];
  /** null: any tags */
  readonly tags: TagFilter | null;
  readonly excludeIds: readonly string[];
  readonly limit: number;
}

export interface FoundModel {
  readonly id: string;
  readonly name: string;
  readonly content: string;
  readonly tags: readonly string[];
  readonly revision: number;
  readonly refreshedAt: Date | null;
  /** something that it should know was written since */
  readonly isStale: boolean;
  /** 0 to 1 */
  readonly score: number;
}

/** The layer of mental models. Those without content are never found. */
export interface ModelLayer {
  /** Best first. */
  search(reader: Queryable, scope: BankScope, search: ModelSearch): Promise<readonly FoundModel[]>;
}

export const NO_MODELS: ModelLayer = { search: async () => [] };

export interface EvidenceServices {
  readonly embedder: Embedder;
  readonly env?: BankDefaults;
  readonly reranker?: Reranker | null;
  readonly cachedBanks?: CachedBanks;
  readonly mentalModels?: ModelLayer;
}

/** Tokens per layer; 0 leaves a layer out. */
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

export interface EvidenceAsk {
  readonly query: string;
  readonly budget: Budget;
  /** what is left out is `LAYER_TOKENS` */
  readonly maxTokens?: Partial<LayerTokens>;
  /** tokens of chunks; without it none are read */
  readonly chunkTokens?: number;
  readonly askedAt?: Date;
  /** only what was written after a revision, up to a revision */
  readonly window?: EvidenceWindow;
  /** all of it, however far from the question */
  readonly isWhole?: boolean;
  readonly layers?: readonly EvidenceLayer[];
  readonly signal: AbortSignal;
}

/** One of several windows that follow one another, with the number of units that lie in it. */
export interface EvidencePage {
  readonly afterRevision: number;
  readonly upToRevision: number;
  readonly units: number;
}

export const UNIT_LAYERS = ['observations', 'facts'] as const;
