import type { Server, ServerResponse } from 'node:http';
import type { RunningApp } from '#lib/api/entry';

/** On SIGTERM or SIGINT: runs `stop` once, then ends the process with code 0. */
export function onShutdown(stop: () => Promise<void>): void {
  let stopping = false;
  const end = async (): Promise<void> => {
    if (stopping) return;
    stopping = true;
    await stop();
    process.exit(0);
  };
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
}

/**
 * On a signal: stops accepting, lets running requests finish for `running.shutdownSeconds`, closes
 * the store, ends the process.
 */
export function drainOnShutdown(server: Server, running: RunningApp): void {
  const open = new Set<ServerResponse>();
  server.on('request', (_, res) => {
    open.add(res);
    res.once('close', () => open.delete(res));
  });
  onShutdown(async () => {
    // Other processes can take over background work at once; callers that wait for an answer are
    // served first.
    const quiet = running.quiet();
    const drained = new Promise((resolve) => server.close(resolve));
    server.closeIdleConnections();
    // A connection that its client keeps open after the last answer would delay the end.
    for (const res of open) res.shouldKeepAlive = false;
    const timer = setTimeout(() => server.closeAllConnections(), running.shutdownSeconds * 1000);
    await drained;
    clearTimeout(timer);
    await quiet;
    await running.stop();
  });
}
