import { AsyncLocalStorage } from 'node:async_hooks';
import { shared } from '#lib/base/once-per-process';

/** One statement that reads or writes rows; BEGIN, COMMIT, ROLLBACK and SET are not reported. */
export interface ObservedStatement {
  readonly text: string;
  readonly name: string | undefined;
  readonly milliseconds: number;
  readonly rows: number;
  readonly failed: boolean;
}
type Observer = (statement: ObservedStatement) => void;

// Once per process: a test file may use a database that another file opened with its own instance
// of this module.
const { observers, local } = shared('db.observe', () => ({
  observers: new Set<Observer>(),
  local: new AsyncLocalStorage<Observer>(),
}));

export function report(statement: ObservedStatement): void {
  local.getStore()?.(statement);
  for (const observer of observers) observer(statement);
}

/** Sees every statement of the process until the returned function is called. */
export function observeStatements(observer: Observer): () => void {
  observers.add(observer);
  return () => void observers.delete(observer);
}

/** Runs `work` and returns its result with exactly the statements that `work` sent. */
export async function countStatements<T>(work: () => Promise<T>): Promise<{ result: T; statements: ObservedStatement[] }> {
  const statements: ObservedStatement[] = [];
  const result = await local.run((statement) => void statements.push(statement), work);
  return { result, statements };
}
