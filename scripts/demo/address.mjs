/** Addresses that a server can listen on but that no client can call. */
const EVERY_HOST = new Set(['0.0.0.0', '::', '[::]']);

/**
 * Returns the address of the server on this machine, from the settings of `npm start`: `PORT` and
 * `SERVICE_API_HOST`. `SERVICE_API_URL` overrides both.
 */
export function serverAddress(env) {
  if (env.SERVICE_API_URL) return env.SERVICE_API_URL.replace(/\/+$/, '');
  const host = env.SERVICE_API_HOST || '127.0.0.1';
  const called = EVERY_HOST.has(host) ? '127.0.0.1' : host;
  return `http://${called.includes(':') && !called.startsWith('[') ? `[${called}]` : called}:${env.PORT || 3000}`;
}

/**
 * Reads a key and an address from the command line, in any order; the environment provides the
 * default of each.
 */
export function target(args, env) {
  const isAddress = (text) => /^https?:\/\//i.test(text);
  const address = args.find(isAddress);
  return {
    key: args.find((text) => !isAddress(text)) || env.SERVICE_API_KEY,
    server: serverAddress(address ? { SERVICE_API_URL: address } : env),
  };
}
