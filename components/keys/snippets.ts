import { addressOf } from '#lib/api/call';
import { listBanks, recallMemories } from '#lib/api/calls';

/** First calls with a key, in several languages. */

export const SNIPPETS = ['curl', 'env', 'python', 'typescript'] as const;
export type Snippet = (typeof SNIPPETS)[number];

export interface FirstCall {
  /** Address of this server, without a trailing slash. */
  readonly server: string;
  /** Recalls from this bank. Without it, lists the banks, which any key may do. */
  readonly bankId: string | null;
  readonly question: string;
}

/** Escapes single quotes for a shell string. */
const address = (path: string): string => path.replaceAll("'", '%27');

const pathOf = (bankId: string | null): string =>
  address(bankId === null ? addressOf(listBanks) : addressOf(recallMemories, { bankId, body: { query: '' } }));

/** `key`: the secret when copied, a mask on screen. */
const WRITERS: Readonly<Record<Snippet, (call: FirstCall, key: string) => string>> = {
  curl: ({ server, bankId, question }, key) =>
    [
      `curl '${server}${pathOf(bankId)}'`,
      `  -H 'Authorization: Bearer ${key}'`,
      ...(bankId === null ? [] : [`  -H 'Content-Type: application/json'`, `  -d '${JSON.stringify({ query: question })}'`]),
    ].join(' \\\n'),
  env: ({ server }, key) => `SERVICE_API_URL=${server}\nSERVICE_API_KEY=${key}`,
  python: ({ bankId, question }) =>
    [
      'import json, os, urllib.request',
      '',
      'request = urllib.request.Request(',
      `    os.environ["SERVICE_API_URL"] + "${pathOf(bankId)}",`,
      ...(bankId === null ? [] : [`    data=json.dumps(${JSON.stringify({ query: question })}).encode(),`]),
      '    headers={',
      '        "Authorization": "Bearer " + os.environ["SERVICE_API_KEY"],',
      '        "Content-Type": "application/json",',
      '    },',
      ')',
      'print(json.load(urllib.request.urlopen(request)))',
    ].join('\n'),
  typescript: ({ bankId, question }) =>
    [
      `const response = await fetch(\`\${process.env.SERVICE_API_URL}${pathOf(bankId)}\`, {`,
      ...(bankId === null ? [] : ["  method: 'POST',"]),
      '  headers: {',
      // biome-ignore lint/suspicious/noTemplateCurlyInString: a template of the code that is shown
      '    Authorization: `Bearer ${process.env.SERVICE_API_KEY}`,',
      "    'Content-Type': 'application/json',",
      '  },',
      ...(bankId === null ? [] : [`  body: JSON.stringify(${JSON.stringify({ query: question })}),`]),
      '});',
      'console.log(await response.json());',
    ].join('\n'),
};

export const snippet = (kind: Snippet, call: FirstCall, key: string): string => WRITERS[kind](call, key);

/** The prefix and a dot for each hidden character. */
export const masked = (key: string, prefix: string): string => prefix + '•'.repeat(Math.max(0, key.length - prefix.length));
