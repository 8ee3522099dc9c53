import { z } from 'zod';
import { ApiError } from '#lib/api/call';
import { RefusedToolCall } from '#lib/api/mcp/in-process';
import type { Tool } from '#lib/api/mcp/tool';
import type { ToolRefusal } from '#lib/api/transport';
import type { ValidationIssue } from '#lib/base/errors';

/** Errors for a language model: what is wrong with its arguments, and what to do. */

type Failed = Pick<Tool, 'name'>;

/** The tools that list what others take the id of. */
const LISTS: Readonly<Record<string, string>> = {
  bank: 'list_banks',
  directive: 'list_directives',
  document: 'list_documents',
  knowledge_node: 'get_knowledge_base_tree',
  knowledge_page: 'get_knowledge_base_tree',
  knowledge_folder: 'get_knowledge_base_tree',
  memory: 'list_memories',
  mental_model: 'list_mental_models',
  operation: 'list_operations',
};

const listFor = ({ name }: Failed): string => LISTS[name.slice(name.indexOf('_') + 1)] ?? 'the tool that lists such items';

const correct = ({ name }: Failed): string => `Correct the arguments and call ${name} again.`;

const AFTER_REFUSAL: Readonly<Record<ToolRefusal, (tool: Failed) => string>> = {
  missing_bank: () => 'Name an existing bank in bank_id. If there is none yet, store something first: retain creates the bank.',
  uncreatable_bank: () =>
    'Name an existing bank in bank_id. This connection may not create banks: if there is none yet, ask a person to create a bank in the console.',
  disabled_tool: ({ name }) => `Do not try again: the bank disables ${name} for every key. Its setting mcp_enabled_tools can enable it.`,
};

/** What the model can do about an error; null: nothing better than to report it. */
function adviceFor(error: ApiError, tool: Failed): string | null {
  const { code, status, retryAfter } = error;
  if (retryAfter !== undefined) return `Call ${tool.name} again in ${retryAfter} s.`;
  if (error instanceof RefusedToolCall) return AFTER_REFUSAL[error.reason](tool);
  if (code === 'bank_out_of_scope')
    return 'Call list_banks for the banks that this key reaches. If there is none, ask a person for another key or to create a bank in the console.';
  if (status === 403) return 'The key may not do this: do not try again, and ask the user for another key.';
  if (status === 404) return `Check the id with ${listFor(tool)}.`;
  if (status === 409)
    return `The state has changed: call ${listFor(tool)} for the current one, and repeat the call only if it still applies.`;
  if (status === 422 || status === 400) return correct(tool);
  return null;
}

/** Where the operation read the argument of a tool that sends one item. */
const ITEM = /^items\.\d+\./;

/** The name of an argument and its fault, without the words of the operation behind the tool. */
function sentenceOf({ loc, msg }: Pick<ValidationIssue, 'loc' | 'msg'>): string {
  const argument = loc.slice(1).join('.').replace(ITEM, '');
  const fault = msg.replace(/^Value error, /, '');
  return argument === '' ? fault : `${argument}: ${fault}`;
}

const issuesOf = ({ issues, detail }: ApiError): string => (issues.length === 0 ? detail : issues.map(sentenceOf).join('; '));

/** The faults of arguments, each with the name of its argument. */
export const faultsOf = ({ issues }: z.ZodError): string =>
  issues.map(({ path, message }) => (path.length === 0 ? message : `${path.join('.')}: ${message}`)).join('; ');

const failure = (error: string, advice: string | null) => ({
  content: [{ type: 'text' as const, text: JSON.stringify({ error, ...(advice && { advice }) }) }],
  isError: true,
});

/** The result of a tool whose call failed; throws the faults of this process. */
export function failureOf(error: unknown, tool: Failed) {
  if (error instanceof ApiError) return failure(issuesOf(error), adviceFor(error, tool));
  if (error instanceof z.ZodError) return failure(faultsOf(error), correct(tool));
  throw error;
}
