import type { Bootstrap, RunningApp } from '#lib/api/entry';

/** The output of a ready server for the person at its terminal. */

const EVERY_HOST = new Set(['0.0.0.0', '::', '[::]']);
const shownHost = (host: string): string => {
  if (EVERY_HOST.has(host)) return 'localhost';
  return host.includes(':') && !host.startsWith('[') ? `[${host}]` : host;
};

const STORES: Readonly<Record<string, string>> = { embedded: 'an embedded database', pg: 'PostgreSQL', neon: 'Neon' };
const storeOf = ({ storage, dataDir }: Pick<RunningApp, 'storage' | 'dataDir'>): string =>
  storage === 'embedded' ? `${STORES.embedded} in ${dataDir}` : (STORES[storage] ?? storage);

const firstCall = (address: string, path: string, body: string): string =>
  [
    `  curl -s ${address}/v1/default/banks/first-bank/${path} \\`,
    `    -H "Authorization: Bearer $KEY" -H "Content-Type: application/json" \\`,
    `    -d '${body}'`,
  ].join('\n');

const demoCall = (port: number): string => `  ${port === 3000 ? '' : `PORT=${port} `}npm run demo -- $KEY`;

const setupSteps = (address: string, path: string): string[] => [
  'This service has no owner yet. The first visitor of this link becomes the owner of the console; it works once:',
  '',
  `  ${address}${path}`,
  '',
];

const firstSteps = (address: string, port: number, key: string, hasScripts: boolean): string[] => [
  'This key can access every bank and create child keys. It is shown only once, because only its hash is stored:',
  '',
  `  export KEY=${key}`,
  '',
  'Retain something, then recall it:',
  '',
  firstCall(address, 'memories', '{"items":[{"content":"Ann moved to Lisbon in March 2026."}]}'),
  '',
  firstCall(address, 'memories/recall', '{"query":"Where does Ann live?"}'),
  '',
  ...(hasScripts ? ['Or try it with a conversation of six months:', '', demoCall(port), ''] : []),
];

const bootstrapSteps = ({ prefix, isNew, others }: Bootstrap): string[] => [
  `The key of SERVICE_API_BOOTSTRAP_KEY (${prefix}…) ${isNew ? 'was created. It can access every bank.' : 'already exists.'}`,
  ...(others > 0
    ? [
        `${others === 1 ? '1 other key' : `${others} other keys`} from earlier starts still work${others === 1 ? 's' : ''}. Revoke unused keys in the console.`,
      ]
    : []),
  '',
];

const lostKey = (signsIn: boolean): string[] => [
  `Lost your key? It cannot be shown again. ${signsIn ? 'Create another one in the console, or start' : 'Start'} with one of your own:`,
  '',
  '  export KEY=$(npm run --silent key); SERVICE_API_BOOTSTRAP_KEY=$KEY npm start',
  '',
];

const keySteps = (signsIn: boolean): string[] => [
  `There is no API key yet. Make one with \`npm run --silent key\` and start with it as SERVICE_API_BOOTSTRAP_KEY${signsIn ? ', or create one in the console.' : '.'}`,
  ...(signsIn ? [] : ['Sign-in is off as well, without NEXTAUTH_SECRET: until it is set nobody has access.']),
  '',
];

export interface StartAnnouncement {
  readonly host: string;
  readonly port: number;
  readonly running: Omit<RunningApp, 'quiet' | 'stop'>;
  /** from the start of the process until it is ready */
  readonly milliseconds: number;
  /** whether the scripts of the project are here; the standalone output has none */
  readonly hasScripts: boolean;
}

/** Standard output is for the person at the terminal; logs go to standard error. */
export async function announce({ host, port, running, milliseconds, hasScripts }: StartAnnouncement): Promise<void> {
  const address = `http://${shownHost(host)}:${port}`;
  const key = await running.firstKey();
  const lines = [
    `Memory Bank is ready on ${address} after ${(milliseconds / 1000).toFixed(1)} s`,
    '',
    `  Reference   ${address}/docs`,
    `  Memories    in ${storeOf(running)}`,
    '',
    ...(running.setupPath ? setupSteps(running.origin ?? address, running.setupPath) : []),
    ...(running.needsKey ? keySteps(running.signsIn) : []),
    ...(key ? firstSteps(address, port, key, hasScripts) : []),
    ...(running.bootstrap ? bootstrapSteps(running.bootstrap) : []),
    ...(hasScripts && !key && !running.needsKey && !running.bootstrap && !running.isOpen ? lostKey(running.signsIn) : []),
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}
