import { recallLine, retainLine } from '#components/banks/snippets';
import type { Auth, Client } from '#components/connect/client-literals';
import type { NewSecret } from '#components/keys/secret-dialog';
import { masked } from '#components/keys/snippets';
import { connectClient as t } from '#components/strings/connect-client';

/** The steps that connect a client to a bank, with the code to copy. */

export interface SetupStep {
  readonly text: string;
  readonly code?: string;
}

/** The bank that a client connects to. */
export interface ClientTarget {
  /** Address of this server, without a trailing slash. */
  readonly origin: string;
  readonly bankId: string;
}

/** The placeholder of a key. */
export const NO_KEY = 'mbk_…';

/** Like `encodeURIComponent`, and also encodes the characters that a shell would interpret. */
const segment = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

/** Characters of a masked key in code. */
const MASK = 8;

/** The key in code on screen: masked until revealed. */
export function shownKey(made: Pick<NewSecret, 'key' | 'prefix'> | undefined, isShown: boolean): string {
  if (!made) return NO_KEY;
  return isShown ? made.key : masked(made.key, made.prefix).slice(0, made.prefix.length + MASK);
}

/** The MCP endpoint of a bank. */
export const mcpAddress = ({ origin, bankId }: ClientTarget): string => `${origin}/mcp/${segment(bankId)}`;

/** `key` null: the client signs in. */
type Writer = (target: ClientTarget & { url: string }, key: string | null) => readonly SetupStep[];

const json = (value: unknown): string => JSON.stringify(value, null, 2);
const headers = (key: string | null) => key !== null && { headers: { Authorization: `Bearer ${key}` } };
export const setVariable = (name: string, key: string | null): string => `export ${name}=${key}`;
const lines = (...text: string[]): string => text.join('\n');

const WRITERS: Readonly<Record<Client, Writer>> = {
  'claude-code': ({ url }, key) => {
    const command = `claude mcp add --transport http memory ${url}`;
    return key === null
      ? [{ text: t.steps.command, code: command }, { text: t.steps.signInClaudeCode }, { text: t.steps.allow }]
      : [{ text: t.steps.command, code: `${command} \\\n  --header "Authorization: Bearer ${key}"` }, { text: t.steps.checkClaudeCode }];
  },
  'claude-desktop': ({ origin, bankId }, key) => [
    { text: t.steps.downloadScript, code: `curl -O ${origin}/mcp.mjs` },
    {
      text: t.steps.desktopConfig,
      code: json({
        mcpServers: {
          memory: { command: 'node', args: ['/path/to/mcp.mjs', '--url', origin, '--bank', bankId], env: { MEMORY_BANK_KEY: key } },
        },
      }),
    },
    { text: t.steps.restartDesktop },
  ],
  'claude-ai': ({ url }) => [{ text: t.steps.claudeConnector }, { text: t.steps.enterUrl, code: url }, { text: t.steps.claudeSignIn }],
  cursor: ({ url }, key) => [
    { text: t.steps.cursorConfig, code: json({ mcpServers: { memory: { url, ...headers(key) } } }) },
    ...(key === null ? [{ text: t.steps.cursorSignIn }, { text: t.steps.allow }] : [{ text: t.steps.cursorEnable }]),
  ],
  'vs-code': ({ url }, key) => [
    { text: t.steps.vsCodeConfig, code: json({ servers: { memory: { type: 'http', url, ...headers(key) } } }) },
    { text: t.steps.vsCodeStart },
    ...(key === null ? [{ text: t.steps.allow }] : []),
  ],
  zed: ({ url }, key) => [
    { text: t.steps.zedConfig, code: json({ context_servers: { memory: { url, ...headers(key) } } }) },
    ...(key === null ? [{ text: t.steps.zedSignIn }, { text: t.steps.allow }] : [{ text: t.steps.zedCheck }]),
  ],
  chatgpt: ({ url }) => [{ text: t.steps.developerMode }, { text: t.steps.chatgptUrl, code: url }, { text: t.steps.chatgptSignIn }],
  'ai-sdk': ({ url }, key) => [
    { text: t.steps.installAndSet, code: lines('npm install @ai-sdk/mcp', setVariable('MEMORY_BANK_KEY', key)) },
    {
      text: t.steps.giveTools,
      code: lines(
        "import { createMCPClient } from '@ai-sdk/mcp';",
        '',
        'const memory = await createMCPClient({',
        '  transport: {',
        "    type: 'http',",
        `    url: ${JSON.stringify(url)},`,
        `    headers: { Authorization: \`Bearer \${process.env.MEMORY_BANK_KEY}\` },`,
        '  },',
        '});',
        'const tools = await memory.tools();',
      ),
    },
  ],
  python: ({ origin, bankId }, key) => [
    { text: t.steps.installAndSet, code: lines('pip install hindsight-client', setVariable('MEMORY_BANK_KEY', key)) },
    {
      text: t.steps.firstCalls,
      code: lines(
        'import os',
        '',
        'from hindsight_client import Hindsight',
        '',
        `client = Hindsight(base_url=${JSON.stringify(origin)}, api_key=os.environ["MEMORY_BANK_KEY"])`,
        `client.retain(bank_id=${JSON.stringify(bankId)}, content=${JSON.stringify(t.fact)})`,
        `answer = client.recall(bank_id=${JSON.stringify(bankId)}, query=${JSON.stringify(t.question)})`,
        'print(answer.results[0].text)',
      ),
    },
  ],
  typescript: ({ origin, bankId }, key) => [
    { text: t.steps.installAndSet, code: lines('npm install @vectorize-io/hindsight-client', setVariable('MEMORY_BANK_KEY', key)) },
    {
      text: t.steps.firstCalls,
      code: lines(
        "import { HindsightClient } from '@vectorize-io/hindsight-client';",
        '',
        `const client = new HindsightClient({ baseUrl: ${JSON.stringify(origin)}, apiKey: process.env.MEMORY_BANK_KEY });`,
        `await client.retain(${JSON.stringify(bankId)}, ${JSON.stringify(t.fact)});`,
        `const { results } = await client.recall(${JSON.stringify(bankId)}, ${JSON.stringify(t.question)});`,
        'console.log(results[0].text);',
      ),
    },
  ],
  curl: ({ origin, bankId }, key) => [
    { text: t.steps.setKey, code: setVariable('KEY', key) },
    { text: t.steps.retain, code: retainLine(origin, bankId, t.fact) },
    { text: t.steps.recall, code: recallLine(origin, bankId, t.question) },
  ],
};

/**
 * The steps for a client. `key`: the secret when copied, a mask on screen; unused if the client
 * signs in.
 */
export const setupSteps = (client: Client, auth: Auth, target: ClientTarget, key: string): readonly SetupStep[] =>
  WRITERS[client]({ ...target, url: mcpAddress(target) }, auth === 'oauth' ? null : key);

const PRIVATE_HOST =
  /^(localhost|.+\.(localhost|local|internal)|0\.0\.0\.0|127\..+|10\..+|192\.168\..+|172\.(1[6-9]|2\d|3[01])\..+|\[.+\])$/;

/** Whether servers on the internet may reach an origin: https, and no local or private host. */
export function isPublicOrigin(origin: string): boolean {
  const url = URL.parse(origin);
  return url !== null && url.protocol === 'https:' && !PRIVATE_HOST.test(url.hostname);
}
