import type { JobHandler } from '#lib/jobs/operations/port';

// On the global object: the bundler gives instrumentation and every route file module instances of their own.
const KEY = Symbol.for('memory-bank.job-handlers');
const holder = globalThis as { [KEY]?: Map<string, JobHandler> };

const handlers = (): Map<string, JobHandler> => {
  holder[KEY] ??= new Map();
  return holder[KEY];
};

/** One handler per type; registering a type again replaces it. Called by `lib/api/handlers.ts`, and by tests. */
export const registerHandler = (handler: JobHandler): void => void handlers().set(handler.type, handler);

export const allHandlers = (): readonly JobHandler[] => [...handlers().values()];

export const handlerOf = (type: string): JobHandler | null => handlers().get(type) ?? null;
