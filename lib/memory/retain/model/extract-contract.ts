import type { DateGrain } from '#lib/base/literals';
import type { NamedEntity } from '#lib/base/text/named-entity';
import type { EntityLabel } from '#lib/memory/settings/contract';
import type { ExtractionMode } from '#lib/memory/settings/literals';

/** Input of an extraction by a model, and its checked output. */

/** Settings of the bank. */
export interface ExtractionSettings {
  readonly mode: Exclude<ExtractionMode, 'chunks'>;
  readonly mission: string | null;
  readonly customInstructions: string | null;
  readonly causalLinks: boolean;
  readonly labels: readonly EntityLabel[];
  readonly freeForm: boolean;
  readonly language: string | null;
}

/** Shared by the turns of one item. */
export interface ExtractionItem {
  readonly context: string;
  readonly metadata: Readonly<Record<string, string>>;
  /** when the item was written; null if unknown */
  readonly saidAt: Date | null;
  /** minutes that the speakers' time zone is ahead of UTC */
  readonly offsetMinutes: number;
}

export interface ExtractionTurn {
  readonly speaker: string | null;
  readonly body: string;
  /** headings over it, outermost first */
  readonly heading: string | null;
  /** the time in the turn itself */
  readonly saidAt: Date | null;
  readonly item: ExtractionItem;
}

export interface ExtractionText {
  /** the owner of the memory */
  readonly narrator: string;
  /** the end of the preceding text, as context only */
  readonly before: string;
  readonly turns: readonly ExtractionTurn[];
}

/** Checked findings of a model about a statement. */
export interface FactFindings {
  readonly factType: 'world' | 'experience';
  readonly occurredStart: Date | null;
  readonly occurredEnd: Date | null;
  readonly precision: DateGrain | null;
  readonly entities: readonly NamedEntity[];
  /** `key:value` of the bank's vocabulary */
  readonly labels: readonly string[];
  /** those labels that are also tags */
  readonly tags: readonly string[];
  /** positions in the answer of the facts that caused it */
  readonly causes: readonly number[];
}

export interface LlmFact extends FactFindings {
  readonly text: string;
  /** position in the given turns */
  readonly turn: number;
}
