/** Hosts that a server listens on and nobody can call. */
const EVERY_HOST = new Set(['0.0.0.0', '::', '[::]']);

/**
 * Where the server of this machine is reached, from the settings with which `npm start` takes its place: `PORT` and `SERVICE_API_HOST`.
 * `SERVICE_API_URL` names any other one.
 */
export function serverAddress(env) {
  if (env.SERVICE_API_URL) return env.SERVICE_API_URL.replace(/\/+$/, '');
  const host = env.SERVICE_API_HOST || '127.0.0.1';
  const called = EVERY_HOST.has(host) ? '127.0.0.1' : host;
  return `http://${called.includes(':') && !called.startsWith('[') ? `[${called}]` : called}:${env.PORT || 3000}`;
}

/** A key and an address among the arguments of the command line, in any order; what is not given comes from the environment. */
export function target(args, env) {
  const isAddress = (text) => /^https?:\/\//i.test(text);
  const address = args.find(isAddress);
  return {
    key: args.find((text) => !isAddress(text)) || env.SERVICE_API_KEY,
    server: serverAddress(address ? { SERVICE_API_URL: address } : env),
  };
}
