import type { RecallInput } from '#components/recall/question';
import { addressOf } from '#lib/api/call';
import { recallMemories } from '#lib/api/calls';
import { defined } from '#lib/base/defined';

/** The question that a playground asks, for a terminal or a program. The key comes from the environment. */

export const LANGUAGES = ['curl', 'python', 'typescript', 'json'] as const;
export type Language = (typeof LANGUAGES)[number];

export interface Asked<Body = RecallInput> {
  readonly server: string;
  readonly bankId: string;
  readonly body: Body;
}

/** A question about to be written as code. */
export interface Sent {
  /** with its server */
  readonly address: string;
  readonly body: object;
  /** what a program does with the answer */
  readonly python: readonly string[];
  readonly typescript: readonly string[];
}

/** As it stands in quotes of a shell. */
export const quotable = (path: string): string => path.replaceAll("'", '%27');
const shellText = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
const indented = (text: string, by: string): string => text.replaceAll('\n', `\n${by}`);

const PYTHON_WORDS = new Map<unknown, string>([
  [null, 'None'],
  [true, 'True'],
  [false, 'False'],
]);

/** JSON is Python but for three words; they are written anew, never searched for in text. */
function python(value: unknown, indent = ''): string {
  if (PYTHON_WORDS.has(value)) return defined(PYTHON_WORDS.get(value));
  const deeper = `${indent}    `;
  if (Array.isArray(value)) return value.length === 0 ? '[]' : `[${value.map((each) => python(each, indent)).join(', ')}]`;
  if (typeof value !== 'object') return JSON.stringify(value);
  const entries = Object.entries(value as object).filter(([, each]) => each !== undefined);
  if (entries.length === 0) return '{}';
  return `{\n${entries.map(([name, each]) => `${deeper}${JSON.stringify(name)}: ${python(each, deeper)},`).join('\n')}\n${indent}}`;
}

const WRITERS: Readonly<Record<Language, (sent: Sent) => string>> = {
  curl: ({ address, body }) =>
    [
      `curl -s '${address}'`,
      `  -H "Authorization: Bearer $KEY"`,
      `  -H 'Content-Type: application/json'`,
      `  -d ${shellText(JSON.stringify(body))}`,
    ].join(' \\\n'),
  python: ({ address, body, python: after }) =>
    [
      'import json, os, urllib.request',
      '',
      `question = ${python(body)}`,
      'request = urllib.request.Request(',
      `    ${JSON.stringify(address)},`,
      '    data=json.dumps(question).encode(),',
      '    headers={"Authorization": "Bearer " + os.environ["KEY"], "Content-Type": "application/json"},',
      ')',
      'answer = json.load(urllib.request.urlopen(request))',
      ...after,
    ].join('\n'),
  typescript: ({ address, body, typescript: after }) =>
    [
      `const response = await fetch(${JSON.stringify(address)}, {`,
      "  method: 'POST',",
      // biome-ignore lint/suspicious/noTemplateCurlyInString: a template of the code that is shown
      "  headers: { Authorization: `Bearer ${process.env.KEY}`, 'Content-Type': 'application/json' },",
      `  body: JSON.stringify(${indented(JSON.stringify(body, null, 2), '  ')}),`,
      '});',
      'const answer = await response.json();',
      ...after,
    ].join('\n'),
  json: ({ body }) => JSON.stringify(body, null, 2),
};

export const codeOf = (language: Language, sent: Sent): string => WRITERS[language](sent);

export const snippet = (language: Language, { server, bankId, body }: Asked): string =>
  codeOf(language, {
    address: quotable(`${server}${addressOf(recallMemories, { bankId, body })}`),
    body,
    python: ['for memory in answer["results"]:', '    print(memory["scores"]["final"], memory["text"])'],
    typescript: ['for (const { scores, text } of answer.results) console.log(scores.final, text);'],
  });
