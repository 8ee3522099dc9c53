/** Which part of a statement takes how long, read from what the database says about one run of it. Pure. */

/** A step of a plan, as `explain (analyze, format json)` has it. Times are in milliseconds for each loop and hold those of the steps below. */
export interface PlanStep {
  readonly 'Node Type': string;
  /** `CTE name` at the top of a common table expression */
  readonly 'Subplan Name'?: string;
  /** whose rows a step of the type `CTE Scan` reads */
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

/** What reads the common table expressions: the statement without its `with`. */
export const ANSWER = 'answer';
/** Making the executor ready for all steps, and putting it away. */
export const EXECUTOR = 'executor';

/** One common table expression, or the answer. */
interface Part {
  readonly top: PlanStep;
  /** the steps of it and of no other part */
  readonly steps: readonly PlanStep[];
}

const total = (step: PlanStep): number => step['Actual Total Time'] * step['Actual Loops'];
const sum = <T>(values: Iterable<T>, of: (value: T) => number): number => [...values].reduce((all, value) => all + of(value), 0);
/** Each row that a step gives is asked for, and so is the one behind the last. */
const calls = (step: PlanStep): number => (step['Actual Rows'] + 1) * step['Actual Loops'];

function partsOf(root: PlanStep): Map<string, Part> {
  const expressions = (root.Plans ?? []).filter((step) => step['Subplan Name']?.startsWith('CTE '));
  const tops = new Set<PlanStep>(expressions);
  const below = (step: PlanStep): PlanStep[] => [step, ...(step.Plans ?? []).filter((inner) => !tops.has(inner)).flatMap(below)];
  const named = [[ANSWER, root] as const, ...expressions.map((top) => [top['Subplan Name']!.slice('CTE '.length), top] as const)];
  return new Map(named.map(([name, top]) => [name, { top, steps: below(top) }]));
}

/**
 * By the name of the expression that has something made: those that are made while it reads. An expression is made by whoever reads it first, and the time of
 * that reader holds the time that it takes; the others find it made, so the slowest reader is the first.
 */
function madeBy(parts: ReadonlyMap<string, Part>): Map<string, string[]> {
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
 * Milliseconds of every common table expression by itself, of `ANSWER` and of `EXECUTOR`; together `executionMs`, what the statement takes without a clock at
 * every step. Reading that clock costs as much as many a step, on the embedded database half as much as all of them; what is too much is
 * taken from each part by how often its steps were called.
 */
export function partTimes({ Plan: root, 'Execution Time': clockedMs }: AnalyzedPlan, executionMs: number): Map<string, number> {
  const parts = partsOf(root);
  const made = madeBy(parts);
  const callsOf = ({ steps }: Part): number => sum(steps, calls);
  const clockMs = (clockedMs - executionMs) / sum(parts.values(), callsOf);
  const alone = ([name, part]: [string, Part]): [string, number] => [
    name,
    total(part.top) - sum(made.get(name)!, (other) => total(parts.get(other)!.top)) - clockMs * callsOf(part),
  ];
  return new Map([...[...parts].map(alone), [EXECUTOR, clockedMs - total(root)]]);
}
