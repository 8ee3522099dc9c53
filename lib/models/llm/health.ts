import { z } from 'zod';
import type { LlmFailure } from '#lib/base/literals';
import type { HealthStatus } from '#lib/models/llm/contract';
import { LlmError, type LlmQuestion } from '#lib/models/llm/port';

/**
 * With a schema, as all real questions have one: a model that cannot answer in JSON fails here and
 * not later.
 */
export const healthQuestion: LlmQuestion<{ ok: boolean }> = {
  system: 'You are asked whether you can be reached. Answer with the JSON object {"ok": true} and nothing else.',
  prompt: 'Can you be reached?',
  schema: z.object({ ok: z.boolean() }),
  name: 'health',
};

const STATUSES: Partial<Record<LlmFailure, HealthStatus>> = {
  unauthorized: 'auth_failed',
  timeout: 'timeout',
  unreachable: 'unreachable',
};

export interface Health {
  readonly ok: boolean;
  readonly status: HealthStatus;
}

/**
 * `error`: the exception of the probe; null: none. A model that is reached and refuses, fails or
 * returns an unusable answer is `connected` and not ok.
 */
export function healthOf(error: unknown): Health {
  if (error === null) return { ok: true, status: 'connected' };
  if (!(error instanceof LlmError)) return { ok: false, status: 'unreachable' };
  return { ok: false, status: STATUSES[error.failure] ?? 'connected' };
}
