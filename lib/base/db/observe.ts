import { AsyncLocalStorage } from 'node:async_hooks';

/** One statement that reads or writes rows; BEGIN, COMMIT, ROLLBACK and SET are not reported. */
export interface Observed {
  readonly text: string;
  readonly name: string | undefined;
  readonly milliseconds: number;
  readonly rows: number;
  readonly failed: boolean;
}
type Observer = (statement: Observed) => void;

// On globalThis, because a bundler may load this module more than once in one process.
interface Shared {
  readonly observers: Set<Observer>;
  readonly local: AsyncLocalStorage<Observer>;
}
const KEY = Symbol.for('memory-bank.db.observe');
const holder = globalThis as { [KEY]?: Shared };
holder[KEY] ??= { observers: new Set(), local: new AsyncLocalStorage<Observer>() };
const shared = holder[KEY];

export function report(statement: Observed): void {
  shared.local.getStore()?.(statement);
  for (const observer of shared.observers) observer(statement);
}

/** Sees every statement of the process until the returned function is called. */
export function observeStatements(observer: Observer): () => void {
  shared.observers.add(observer);
  return () => void shared.observers.delete(observer);
}

/** Runs `work` and gives back its result with the statements that it, and nothing beside it, sent. */
export async function countStatements<T>(work: () => Promise<T>): Promise<{ result: T; statements: Observed[] }> {
  const statements: Observed[] = [];
  const result = await shared.local.run((statement) => void statements.push(statement), work);
  return { result, statements };
}
