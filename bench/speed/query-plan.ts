/** The time of each part of a statement, from one `explain` of it. Pure. */

/**
 * A step of a plan of `explain (analyze, format json)`. Times are in milliseconds for each loop and
 * include those of the child steps.
 */
export interface PlanStep {
  readonly 'Node Type': string;
  /** `CTE name` at the top of a common table expression */
  readonly 'Subplan Name'?: string;
  /** the expression whose rows a step of the type `CTE Scan` reads */
  readonly 'CTE Name'?: string;
  readonly 'Actual Total Time': number;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly Plans?: readonly PlanStep[];
}

export interface AnalyzedPlan {
  readonly Plan: PlanStep;
  readonly 'Planning Time': number;
  readonly 'Execution Time': number;
}

/** The part that reads the common table expressions: the statement without its `with`. */
export const ANSWER = 'answer';
/** Initializing and shutting down the executor for all steps. */
export const EXECUTOR = 'executor';

/** One common table expression, or the answer. */
interface PlanPart {
  readonly top: PlanStep;
  /** the steps of this part and of no other */
  readonly steps: readonly PlanStep[];
}

const total = (step: PlanStep): number => step['Actual Total Time'] * step['Actual Loops'];
const sum = <T>(values: Iterable<T>, of: (value: T) => number): number => [...values].reduce((all, value) => all + of(value), 0);
/** Each row of a step is requested, and so is the one after the last. */
const calls = (step: PlanStep): number => (step['Actual Rows'] + 1) * step['Actual Loops'];

function partsOf(root: PlanStep): Map<string, PlanPart> {
  const expressions = (root.Plans ?? []).filter((step) => step['Subplan Name']?.startsWith('CTE '));
  const tops = new Set<PlanStep>(expressions);
  const below = (step: PlanStep): PlanStep[] => [step, ...(step.Plans ?? []).filter((inner) => !tops.has(inner)).flatMap(below)];
  const named = [[ANSWER, root] as const, ...expressions.map((top) => [top['Subplan Name']!.slice('CTE '.length), top] as const)];
  return new Map(named.map(([name, top]) => [name, { top, steps: below(top) }]));
}

/**
 * For each expression, the expressions that it triggers by reading them first. The first reader's
 * time includes the time of the expression that it triggers, and later readers find it
 * materialized. So the slowest reader is the first.
 */
function madeBy(parts: ReadonlyMap<string, PlanPart>): Map<string, string[]> {
  const made = new Map<string, string[]>([...parts.keys()].map((name) => [name, []]));
  for (const name of parts.keys()) {
    const readers = [...parts].flatMap(([reader, { steps }]) =>
      steps.filter((step) => step['CTE Name'] === name).map((step) => ({ reader, time: total(step) })),
    );
    const [first] = readers.sort((a, b) => b.time - a.time);
    if (first) made.get(first.reader)!.push(name);
  }
  return made;
}

/**
 * Milliseconds of every common table expression by itself, of `ANSWER` and of `EXECUTOR`. Their sum
 * is `executionMs`, the time of the statement without a clock at every step. Reading that clock
 * costs as much as many steps, and on the embedded database half as much as all of them. The excess
 * is subtracted from each part by the number of calls of its steps.
 */
export function partTimes({ Plan: root, 'Execution Time': clockedMs }: AnalyzedPlan, executionMs: number): Map<string, number> {
  const parts = partsOf(root);
  const made = madeBy(parts);
  const callsOf = ({ steps }: PlanPart): number => sum(steps, calls);
  const clockMs = (clockedMs - executionMs) / sum(parts.values(), callsOf);
  const alone = ([name, part]: [string, PlanPart]): [string, number] => [
    name,
    total(part.top) - sum(made.get(name)!, (other) => total(parts.get(other)!.top)) - clockMs * callsOf(part),
  ];
  return new Map([...[...parts].map(alone), [EXECUTOR, clockedMs - total(root)]]);
}
