/** What a server that is ready tells the person at its terminal. */

const EVERY_HOST = new Set(['0.0.0.0', '::', '[::]']);
const shownHost = (host) => {
  if (EVERY_HOST.has(host)) return 'localhost';
  return host.includes(':') && !host.startsWith('[') ? `[${host}]` : host;
};

const STORES = { embedded: 'an embedded database', pg: 'PostgreSQL', neon: 'Neon' };
const keptIn = (storage) =>
  storage === 'embedded' ? `${STORES.embedded} in ${process.env.SERVICE_API_DATA_DIR || '.data'}` : (STORES[storage] ?? storage);

const firstCall = (address, path, body) =>
  [
    `  curl -s ${address}/v1/default/banks/first-bank/${path} \\`,
    `    -H "Authorization: Bearer $KEY" -H "Content-Type: application/json" \\`,
    `    -d '${body}'`,
  ].join('\n');

const demoCall = (port) => `  ${port === 3000 ? '' : `PORT=${port} `}npm run demo -- $KEY`;

const setupSteps = (address, path) => [
  'Nobody owns this service yet. Who opens this address becomes the Owner of the console; it works once:',
  '',
  `  ${address}${path}`,
  '',
];

const firstSteps = (address, port, key, hasScripts) => [
  'This key opens every bank and may create child keys. It is shown this once, only its hash is stored:',
  '',
  `  export KEY=${key}`,
  '',
  'Retain something, then ask for it:',
  '',
  firstCall(address, 'memories', '{"items":[{"content":"Ann moved to Lisbon in March 2026."}]}'),
  '',
  firstCall(address, 'memories/recall', '{"query":"Where does Ann live?"}'),
  '',
  // The standalone output has no scripts.
  ...(hasScripts ? ['Or see what it makes of a conversation of six months:', '', demoCall(port), ''] : []),
];

const bootstrapSteps = ({ prefix, isNew, others }) => [
  `The key of SERVICE_API_BOOTSTRAP_KEY (${prefix}…) ${isNew ? 'was created. It can access every bank.' : 'already exists.'}`,
  ...(others > 0
    ? [
        `${others === 1 ? '1 other key' : `${others} other keys`} from earlier starts still work${others === 1 ? 's' : ''}. Revoke unused keys in the console.`,
      ]
    : []),
  '',
];

const lostKey = (signsIn) => [
  `Lost your key? It cannot be shown again. ${signsIn ? 'Make another one in the console, or start' : 'Start'} with one of your own:`,
  '',
  '  export KEY=$(npm run --silent key); SERVICE_API_BOOTSTRAP_KEY=$KEY npm start',
  '',
];

const keySteps = (signsIn) => [
  `There is no API key yet. Make one with \`npm run --silent key\` and start with it as SERVICE_API_BOOTSTRAP_KEY${signsIn ? ', or make one in the console.' : '.'}`,
  ...(signsIn ? [] : ['Sign-in is off as well, without NEXTAUTH_SECRET: until then nobody can get in.']),
  '',
];

/** Standard output is for the person at the terminal; logs go to standard error. */
export async function announce({ host, port, running, milliseconds, hasScripts }) {
  const address = `http://${shownHost(host)}:${port}`;
  const key = await running.firstKey();
  const lines = [
    `Memory Bank is ready on ${address} after ${(milliseconds / 1000).toFixed(1)} s`,
    '',
    `  Reference   ${address}/docs`,
    `  Memories    in ${keptIn(running.storage)}`,
    '',
    ...(running.setupPath ? setupSteps(process.env.NEXTAUTH_URL?.replace(/\/$/, '') || address, running.setupPath) : []),
    ...(running.needsKey ? keySteps(running.signsIn) : []),
    ...(key ? firstSteps(address, port, key, hasScripts) : []),
    ...(running.bootstrap ? bootstrapSteps(running.bootstrap) : []),
    ...(hasScripts && !key && !running.needsKey && !running.bootstrap && !running.isOpen ? lostKey(running.signsIn) : []),
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}
