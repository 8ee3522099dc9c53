import { Client, neonConfig, Pool } from '@neondatabase/serverless';
import { WebSocket } from 'ws';
import type { Db } from '#lib/base/db/db';
import { type Bystander, bystanderOptions, overPool, type PoolSettings, poolOptions, type WirePool } from '#lib/base/db/pooled';

/**
 * Neon over WebSocket, because its HTTP driver does not support transactions. If the host of the
 * URL is this machine, the URL is that of an unencrypted WebSocket proxy for another PostgreSQL
 * server.
 */
export function openNeon(settings: PoolSettings): Db {
  neonConfig.webSocketConstructor = WebSocket;
  if (isLocal(new URL(settings.url).hostname)) {
    neonConfig.wsProxy = (host, port) => `${host}:${port}/v2`;
    neonConfig.useSecureWebSocket = false;
    // A pipelined connection saves one round trip, but requires a server that asks for a clear-text
    // password. Neon's proxy does; other servers may not.
    neonConfig.pipelineConnect = false;
  }
  const pool = new Pool(poolOptions(settings) as ConstructorParameters<typeof Pool>[0]);
  return overPool('neon', pool as unknown as WirePool, settings, () => new Client(bystanderOptions(settings)) as unknown as Bystander);
}

const isLocal = (host: string): boolean => /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(host);
