import { type ApiCall, codeOf, type Language, quotable } from '#components/recall/snippets';
import type { ReflectInput } from '#components/reflect/question';
import { addressOf } from '#lib/api/call';
import { reflect } from '#lib/api/calls';

/** Code that asks the question and prints the answer with its citations. */
export const snippet = (language: Language, { server, bankId, body }: ApiCall<ReflectInput>): string =>
  codeOf(language, {
    address: quotable(`${server}${addressOf(reflect, { bankId, body })}`),
    body,
    python: [
      'print(answer["text"])',
      'for citation in answer["citations"]:',
      '    print(citation["mark"], citation["type"], citation["id"])',
    ],
    typescript: ['console.log(answer.text);', 'for (const { mark, type, id } of answer.citations) console.log(mark, type, id);'],
  });
