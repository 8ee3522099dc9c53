import type { DateGrain } from '#lib/base/literals';
import type { NamedEntity } from '#lib/base/text/named-entity';
import type { EntityLabel } from '#lib/memory/settings/contract';
import type { ExtractionMode } from '#lib/memory/settings/literals';

/** What goes into an extraction by a model, and what comes out once it is checked. */

/** What a bank asks of it. */
export interface ExtractionSettings {
  readonly mode: Exclude<ExtractionMode, 'chunks'>;
  readonly mission: string | null;
  readonly customInstructions: string | null;
  readonly causalLinks: boolean;
  readonly labels: readonly EntityLabel[];
  readonly freeForm: boolean;
  readonly language: string | null;
}

/** What turns share that came with one item. */
export interface ExtractionItem {
  readonly context: string;
  readonly metadata: Readonly<Record<string, string>>;
  /** when it was said; null when nobody knows */
  readonly said: Date | null;
  /** minutes that the speakers' clock is ahead of UTC */
  readonly offsetMinutes: number;
}

export interface ExtractionTurn {
  readonly speaker: string | null;
  readonly body: string;
  /** headings over it, outermost first */
  readonly heading: string | null;
  /** when the turn itself says it was spoken */
  readonly said: Date | null;
  readonly item: ExtractionItem;
}

export interface ExtractionText {
  /** whose memory it is */
  readonly narrator: string;
  /** the end of what stands before, to be understood and not to be extracted */
  readonly before: string;
  readonly turns: readonly ExtractionTurn[];
}

/** What a model says about a statement, checked. */
export interface FactFindings {
  readonly factType: 'world' | 'experience';
  readonly occurredStart: Date | null;
  readonly occurredEnd: Date | null;
  readonly precision: DateGrain | null;
  readonly entities: readonly NamedEntity[];
  /** `key:value` of the bank's vocabulary */
  readonly labels: readonly string[];
  /** those of them that are tags too */
  readonly tags: readonly string[];
  /** positions in the answer of the facts that brought it about */
  readonly causes: readonly number[];
}

export interface ModelFact extends FactFindings {
  readonly text: string;
  /** position in the turns given */
  readonly turn: number;
}
