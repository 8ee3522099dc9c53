import { neonConfig, Pool } from '@neondatabase/serverless';
import { WebSocket } from 'ws';
import type { Db } from '#lib/db/db';
import { overPool, type PoolSettings, poolOptions, type WirePool } from '#lib/db/pooled';

export interface NeonSettings extends PoolSettings {
  /** `host:port/path` of another WebSocket proxy than the host's own, over plain HTTP: a local server, or tests */
  readonly localProxy?: string;
}

/** Neon over WebSocket: the driver over HTTP cannot hold a transaction open. */
export function openNeon(settings: NeonSettings): Db {
  neonConfig.webSocketConstructor = WebSocket;
  if (settings.localProxy) {
    const { localProxy } = settings;
    neonConfig.wsProxy = () => localProxy;
    neonConfig.useSecureWebSocket = false;
    neonConfig.pipelineTLS = false;
    neonConfig.pipelineConnect = false;
  }
  const pool = new Pool(poolOptions(settings) as ConstructorParameters<typeof Pool>[0]);
  return overPool('neon', pool as unknown as WirePool, settings.maxConnections);
}
