import { addressOf } from '#lib/api/call';
import { listBanks, recallMemories } from '#lib/api/calls';

/** First calls with a key, in the languages that people hold it in. */

export const SNIPPETS = ['curl', 'env', 'python', 'typescript'] as const;
export type Snippet = (typeof SNIPPETS)[number];

export interface FirstCall {
  /** of this service, without a slash at the end */
  readonly server: string;
  /** asked where one is known, else the banks are listed, which any key may do */
  readonly bankId: string | null;
  readonly question: string;
}

/** Single quotes hold anything in a shell, and these characters never end them. */
const address = (path: string): string => path.replaceAll("'", '%27');

const pathOf = (bankId: string | null): string =>
  address(bankId === null ? addressOf(listBanks) : addressOf(recallMemories, { bankId, body: { query: '' } }));

/** `key` as it is to stand there: the secret itself when copied, a mask on the screen. */
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

/** The prefix and as many dots as characters are hidden. */
export const masked = (key: string, prefix: string): string => prefix + '•'.repeat(Math.max(0, key.length - prefix.length));
