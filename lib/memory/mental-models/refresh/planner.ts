import type { Usage } from '#lib/base/usage';
import type { DraftSection } from '#lib/memory/mental-models/refresh/document';
import type { Document, SourceNow } from '#lib/memory/mental-models/refresh/port';
import type { Evidence, EvidenceChunk } from '#lib/memory/reflect/evidence';

/** What the writers of documents are given and give, whoever they are: built-in rules or a model. Pure types. */

export interface DocumentTask {
  readonly name: string;
  readonly query: string;
  /** cl100k tokens of the whole document */
  readonly maxTokens: number;
  /** best first; what can be cited */
  readonly facts: readonly Evidence[];
  /** other mental models: they orient, they prove nothing */
  readonly models: readonly Evidence[];
  readonly chunks: readonly EvidenceChunk[];
  readonly mission: string | null;
  readonly language: string | null;
}

export interface DeltaTask extends DocumentTask {
  /** after the mechanical retraction */
  readonly document: Document;
  /** the live memories that it cites */
  readonly cited: ReadonlyMap<string, SourceNow>;
  /** blocks that were just told again, in need of better words */
  readonly retold: readonly string[];
}

interface DraftCost {
  readonly usage: Usage;
  readonly llmCalls: readonly { readonly scope: string; readonly durationMs: number }[];
}
export interface DraftedDocument extends DraftCost {
  readonly sections: readonly DraftSection[];
  /** statements that answer the question and for which the document has no room */
  readonly leftOut: number;
}
export interface DraftedDelta extends DraftCost {
  /** unchecked: the applier judges each by itself */
  readonly operations: readonly unknown[];
}
