import type { Tx } from '#lib/base/db/db';
import { shared } from '#lib/base/once-per-process';
import type { BankScope } from '#lib/base/scope';
import type { JobHandler, SettingsChange } from '#lib/jobs/operations/port';

const handlers = shared('jobs.handlers', () => new Map<string, JobHandler>());

/**
 * Registers one handler per type; registering a type again replaces it. Called by
 * `lib/api/handlers.ts`, and by tests.
 */
export const registerHandler = (handler: JobHandler): void => void handlers.set(handler.type, handler);

export const allHandlers = (): readonly JobHandler[] => [...handlers.values()];

export const handlerOf = (type: string): JobHandler | null => handlers.get(type) ?? null;

/**
 * Each type of work requests operations that follow from a change of settings, in the transaction
 * of the change.
 */
export async function settingsChanged(tx: Tx, scope: BankScope, change: SettingsChange): Promise<void> {
  for (const handler of allHandlers()) await handler.onSettings?.(tx, scope, change);
}
