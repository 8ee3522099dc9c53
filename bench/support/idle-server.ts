import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Answers every request at once, and prints its port first. */
const SOURCE = `const server = require('node:http').createServer((_, response) => response.end('{}'));
server.listen(0, '127.0.0.1', () => console.log(server.address().port));`;

/**
 * A server without work, in a process of its own: its slowest answer shows what the machine adds to
 * that of any other server meanwhile. It ends with `stop`.
 */
export async function startIdleServer(): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const child = spawn(process.execPath, ['--eval', SOURCE], { stdio: ['ignore', 'pipe', 'inherit'] });
  const end = once(child, 'exit');
  process.once('exit', () => child.kill());
  const [port] = await once(child.stdout, 'data');
  return {
    url: `http://127.0.0.1:${String(port).trim()}`,
    stop: async () => {
      child.kill();
      await end;
    },
  };
}
