import type { SignInSettings } from '#lib/access/sessions/settings';
import type { Env } from '#lib/api/env';
import type { Db } from '#lib/base/db/db';
import type { Replica } from '#lib/base/db/replica';
import { ServiceError } from '#lib/base/errors';
import type { Log } from '#lib/base/log';
import { shared } from '#lib/base/once-per-process';
import type { CachedBanks } from '#lib/memory/recall/retrieval/cached/banks';
import type { ReadingThreads } from '#lib/memory/retain/reading';
import type { Embedder } from '#lib/models/embeddings/port';
import type { LlmSet } from '#lib/models/llm/models';
import type { Reranker } from '#lib/models/rerank/reranker';

/**
 * The services of this process, created once at boot (`lib/api/boot.ts`) and passed to every
 * handler.
 */
export interface App {
  readonly env: Env;
  readonly db: Db;
  /** answers reads of banks; null if none is configured */
  readonly replica: Replica | null;
  readonly embedder: Embedder;
  readonly models: LlmSet;
  readonly reranker: Reranker | null;
  readonly reading: ReadingThreads;
  /** banks that this process caches for recall */
  readonly cachedBanks: CachedBanks;
  readonly log: Log;
  readonly startedAt: Date;
  /** the organization that every database has; its first owner uses the set-up link */
  readonly defaultOrgId: string;
  /** the organization of anonymous calls; null if they are refused */
  readonly anonymousOrgId: string | null;
  readonly signIn: SignInSettings;
}

const installed = shared<{ app?: App | undefined }>('app', () => ({}));

export const installApp = (app: App | undefined): void => {
  installed.app = app;
};

export const appIfReady = (): App | null => installed.app ?? null;

/** Throws `unavailable` before boot has ended and after shutdown has begun. */
export function app(): App {
  const ready = installed.app;
  if (!ready) throw new ServiceError('unavailable', 'The service is starting or stopping', { retryAfterSeconds: 1 });
  return ready;
}
