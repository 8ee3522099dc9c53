import http from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { Session } from '#bench/support/generate';

export interface RetainItem {
  readonly content: string;
  readonly document_id?: string;
  readonly timestamp?: string;
}

export interface Client {
  /** Returns the number of memories written. */
  retain(bank: string, items: readonly RetainItem[]): Promise<number>;
  /** Returns the number of memories found. */
  recall(bank: string, query: string): Promise<number>;
  /**
   * Waits until all work that retains started has ended: consolidation of a large bank occupies a
   * processor for a while.
   */
  settled(bank: string): Promise<void>;
  /** Any GET that answers 200. */
  get(path: string): Promise<unknown>;
  close(): void;
}

const TIMEOUT_MS = 60_000;
const SETTLE_MS = 600_000;

/**
 * A client with persistent connections, like an agent's. It throws on every status other than 200.
 */
export function connect(base: string, key: string): Client {
  const agent = new http.Agent({ keepAlive: true });
  const call = (method: string, path: string, body?: unknown): Promise<unknown> => {
    const payload = body === undefined ? undefined : Buffer.from(JSON.stringify(body));
    const headers = {
      authorization: `Bearer ${key}`,
      ...(payload && { 'content-type': 'application/json', 'content-length': payload.length }),
    };
    return new Promise((resolve, reject) => {
      const request = http.request(`${base}${path}`, { method, agent, headers, timeout: TIMEOUT_MS }, (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('error', reject);
        response.on('end', () => {
          const text = Buffer.concat(parts).toString('utf8');
          if (response.statusCode === 200) resolve(JSON.parse(text));
          else reject(new Error(`${method} ${path} answered ${response.statusCode}: ${text.slice(0, 300)}`));
        });
      });
      request.on('timeout', () => request.destroy(new Error(`${method} ${path} took longer than ${TIMEOUT_MS} ms`)));
      request.on('error', reject);
      request.end(payload);
    });
  };
  const memories = (bank: string): string => `/v1/default/banks/${encodeURIComponent(bank)}/memories`;

  return {
    async retain(bank, items) {
      const { outcomes } = (await call('POST', memories(bank), { items })) as { outcomes: { facts: number }[] };
      return outcomes.reduce((sum, outcome) => sum + outcome.facts, 0);
    },
    async recall(bank, query) {
      const { results } = (await call('POST', `${memories(bank)}/recall`, { query })) as { results: unknown[] };
      return results.length;
    },
    async settled(bank) {
      const until = Date.now() + SETTLE_MS;
      for (;;) {
        const stats = await call('GET', `/v1/default/banks/${encodeURIComponent(bank)}/stats`);
        const { pending_operations, pending_consolidation } = stats as Record<string, number>;
        if (pending_operations === 0 && pending_consolidation === 0) return;
        if (Date.now() > until) throw new Error(`${bank} has not settled after ${SETTLE_MS} ms: ${JSON.stringify(stats)}`);
        await delay(250);
      }
    },
    get: (path) => call('GET', path),
    close: () => agent.destroy(),
  };
}

/** A session as one document. */
export const itemOf = (session: Session): RetainItem => ({
  document_id: session.id,
  timestamp: session.timestamp,
  content: session.turns.join('\n'),
});
