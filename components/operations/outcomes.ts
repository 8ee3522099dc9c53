import { OUTCOMES, type RetainOutcome } from '#lib/base/literals';
import type { OperationStatusResponse } from '#lib/jobs/operations/contract';

/** The outcome of each item of a retain. */

export interface ItemOutcome {
  readonly index: number;
  readonly documentId: string | null;
  readonly outcome: RetainOutcome;
  readonly facts: number;
  readonly reason: string | null;
}

const isOutcome = (word: unknown): word is RetainOutcome => (OUTCOMES as readonly unknown[]).includes(word);
export const numberOf = (value: unknown): number => (typeof value === 'number' ? value : 0);

/** The outcomes of a retain. Unknown outcomes of a newer server are omitted. */
export function outcomesOf(result: OperationStatusResponse['result_metadata']): readonly ItemOutcome[] {
  const view = result?.outcomes;
  if (!Array.isArray(view)) return [];
  return view.flatMap((each: Record<string, unknown>): ItemOutcome[] =>
    isOutcome(each.outcome)
      ? [
          {
            index: numberOf(each.index),
            documentId: typeof each.document_id === 'string' ? each.document_id : null,
            outcome: each.outcome,
            facts: numberOf(each.facts),
            reason: typeof each.reason === 'string' ? each.reason : null,
          },
        ]
      : [],
  );
}

/** Model tokens used by the operation, or null if unknown. */
export function tokensOf(result: OperationStatusResponse['result_metadata']): { input: number; output: number } | null {
  const usage = result?.usage;
  if (typeof usage !== 'object' || usage === null) return null;
  const { input_tokens: input, output_tokens: output } = usage as Record<string, unknown>;
  return { input: numberOf(input), output: numberOf(output) };
}

export const isLost = ({ outcome }: ItemOutcome): boolean => outcome === 'failed' || outcome === 'partial';

/** Error messages that several items share, each with the indexes of its items. */
export function sharedReasons(outcomes: readonly ItemOutcome[]): ReadonlyMap<string, readonly number[]> {
  const by = new Map<string, number[]>();
  for (const { reason, index } of outcomes) if (reason !== null) by.set(reason, [...(by.get(reason) ?? []), index]);
  return new Map([...by].filter(([, items]) => items.length > 1));
}
