import type { Usage } from '#lib/base/usage';
import type { PromptDirective } from '#lib/memory/directives/use';
import type { DraftSection } from '#lib/memory/mental-models/refresh/document';
import type { CurrentSource, Document } from '#lib/memory/mental-models/refresh/port';
import type { Evidence, EvidenceChunk } from '#lib/memory/reflect/evidence';

/**
 * Inputs and outputs of document writers, for both built-in rules and language models. Pure types.
 */

export interface DocumentTask {
  readonly name: string;
  readonly query: string;
  /** of the whole document, in cl100k tokens */
  readonly maxTokens: number;
  /** best first; the memories that can be cited */
  readonly facts: readonly Evidence[];
  /** other mental models: they give orientation but are no evidence */
  readonly models: readonly Evidence[];
  readonly chunks: readonly EvidenceChunk[];
  readonly mission: string | null;
  readonly language: string | null;
  /** for a language model, in the order of their importance */
  readonly directives: readonly PromptDirective[];
  /** texts that people decided about: those of every document, and those of none */
  readonly decided: {
    readonly fixed: readonly string[];
    readonly removed: readonly string[];
    /** ids of the facts that only repeat a fixed text */
    readonly repeats: ReadonlySet<string>;
  };
}

export interface DeltaTask extends DocumentTask {
  /** after the retraction by rules */
  readonly document: Document;
  /** the valid memories that it cites */
  readonly cited: ReadonlyMap<string, CurrentSource>;
  /** ids of blocks that were just rewritten by rules and need better wording */
  readonly retractedIds: readonly string[];
  /** ids of blocks that a person fixed */
  readonly fixedIds: ReadonlySet<string>;
}

interface DraftCost {
  readonly usage: Usage;
  readonly llmCalls: readonly { readonly scope: string; readonly durationMs: number }[];
}
export interface DraftedDocument extends DraftCost {
  readonly sections: readonly DraftSection[];
  /** number of relevant statements for which the document has no room */
  readonly omitted: number;
}
export interface DraftedDelta extends DraftCost {
  /** unchecked: the editor validates each operation */
  readonly operations: readonly unknown[];
}
