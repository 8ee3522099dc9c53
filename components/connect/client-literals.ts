/** The clients that the page "Connect" has steps for, in the order of the list. */
export const CLIENTS = [
  'claude-code',
  'claude-desktop',
  'claude-ai',
  'cursor',
  'vs-code',
  'zed',
  'chatgpt',
  'ai-sdk',
  'python',
  'typescript',
  'curl',
] as const;
export type Client = (typeof CLIENTS)[number];

export const AUTHS = ['key', 'oauth'] as const;
export type Auth = (typeof AUTHS)[number];

/** How each client can authenticate, the default first. Hosted clients cannot send a key. */
const AUTHS_OF = {
  'claude-code': ['key', 'oauth'],
  'claude-desktop': ['key'],
  'claude-ai': ['oauth'],
  cursor: ['key', 'oauth'],
  'vs-code': ['key', 'oauth'],
  zed: ['key', 'oauth'],
  chatgpt: ['oauth'],
  'ai-sdk': ['key'],
  python: ['key'],
  typescript: ['key'],
  curl: ['key'],
} as const satisfies Record<Client, readonly Auth[]>;

export const authsOf = (client: Client): readonly Auth[] => AUTHS_OF[client];

/** The wanted authentication if the client supports it, otherwise its default. */
export const authOf = (client: Client, wanted: Auth | null): Auth =>
  wanted !== null && authsOf(client).includes(wanted) ? wanted : AUTHS_OF[client][0];

/**
 * Whether the client runs on a server of its vendor, so that it can only reach public addresses.
 */
export const isHosted = (client: Client): boolean => client === 'claude-ai' || client === 'chatgpt';
