import type { RecallInput } from '#components/recall/question';
import { addressOf } from '#lib/api/call';
import { recallMemories } from '#lib/api/calls';
import { defined } from '#lib/base/defined';

/** The query of a playground as code. The key is read from the environment. */

export const LANGUAGES = ['curl', 'python', 'typescript', 'json'] as const;
export type Language = (typeof LANGUAGES)[number];

export interface ApiCall<Body = RecallInput> {
  readonly server: string;
  readonly bankId: string;
  readonly body: Body;
}

/** A request to format as code. */
export interface SnippetRequest {
  /** Including the server. */
  readonly address: string;
  readonly body: object;
  /** Lines that print the response. */
  readonly python: readonly string[];
  readonly typescript: readonly string[];
}

/** Escapes single quotes for a shell string. */
export const quotable = (path: string): string => path.replaceAll("'", '%27');
const shellText = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
const indented = (text: string, by: string): string => text.replaceAll('\n', `\n${by}`);

const PYTHON_WORDS = new Map<unknown, string>([
  [null, 'None'],
  [true, 'True'],
  [false, 'False'],
]);

/** Python literals: converts the three JSON words that differ, not text within strings. */
function python(value: unknown, indent = ''): string {
  if (PYTHON_WORDS.has(value)) return defined(PYTHON_WORDS.get(value));
  const deeper = `${indent}    `;
  if (Array.isArray(value)) return value.length === 0 ? '[]' : `[${value.map((each) => python(each, indent)).join(', ')}]`;
  if (typeof value !== 'object') return JSON.stringify(value);
  const entries = Object.entries(value as object).filter(([, each]) => each !== undefined);
  if (entries.length === 0) return '{}';
  return `{\n${entries.map(([name, each]) => `${deeper}${JSON.stringify(name)}: ${python(each, deeper)},`).join('\n')}\n${indent}}`;
}

const WRITERS: Readonly<Record<Language, (sent: SnippetRequest) => string>> = {
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

export const codeOf = (language: Language, sent: SnippetRequest): string => WRITERS[language](sent);

export const snippet = (language: Language, { server, bankId, body }: ApiCall): string =>
  codeOf(language, {
    address: quotable(`${server}${addressOf(recallMemories, { bankId, body })}`),
    body,
    python: ['for memory in answer["results"]:', '    print(memory["scores"]["final"], memory["text"])'],
    typescript: ['for (const { scores, text } of answer.results) console.log(scores.final, text);'],
  });
