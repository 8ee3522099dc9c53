import { expect, it } from 'vitest';
import { z } from 'zod';
import { ApiError } from '#lib/api/call';
import { failureOf } from '#lib/api/mcp/failure';
import { RefusedToolCall } from '#lib/api/mcp/in-process';

const failed = (error: unknown, name: string) =>
  JSON.parse(failureOf(error, { name }).content[0]!.text) as { error: string; advice?: string };
const issue = (loc: (string | number)[], msg: string) => ({ type: 'value_error', loc, msg, input: null });
const invalid = (...issues: ReturnType<typeof issue>[]) => new ApiError(422, 'unprocessable', 'invalid', { issues });

it('names the argument of the tool and its fault, without the words of the operation', () => {
  const blank = invalid(issue(['body', 'items', 0, 'content'], 'Value error, content must not be blank'));
  expect(failed(blank, 'retain').error).toBe('content: content must not be blank');
  const both = invalid(issue(['body'], 'Value error, set either tags or tag_groups, not both'));
  expect(failed(both, 'recall').error).toBe('set either tags or tag_groups, not both');
  const deep = invalid(issue(['body', 'min_scores', 'final'], 'at most 1'));
  expect(failed(deep, 'recall').error).toBe('min_scores.final: at most 1');
});

it('names the tool in the advice', () => {
  expect(failed(invalid(issue(['body', 'query'], 'required')), 'recall').advice).toContain('call recall again');
  expect(failed(z.object({ query: z.string() }).safeParse({}).error, 'recall').advice).toContain('call recall again');
  expect(failed(new ApiError(404, 'not_found', 'missing'), 'get_mental_model').advice).toContain('list_mental_models');
  expect(failed(new ApiError(404, 'not_found', 'missing'), 'update_memory').advice).toContain('list_memories');
  expect(failed(new ApiError(409, 'conflict', 'ended'), 'cancel_operation').advice).toContain('list_operations');
});

it('does not send for another key if the bank disables the tool', () => {
  const { advice } = failed(new RefusedToolCall(new ApiError(403, 'forbidden', 'no'), 'disabled_tool'), 'list_memories');
  expect(advice).toContain('mcp_enabled_tools');
  expect(advice).not.toContain('ask the user for another key');
});

it('does not send a caller that may not create banks in a circle', () => {
  const missing = new ApiError(404, 'not_found', "The bank 'default' does not exist");
  expect(failed(new RefusedToolCall(missing, 'missing_bank'), 'recall').advice).toContain('retain creates the bank');
  const { advice } = failed(new RefusedToolCall(missing, 'uncreatable_bank'), 'recall');
  expect(advice).toContain('ask a person to create a bank in the console');
  expect(advice).not.toMatch(/retain|list_banks/);
  expect(failed(new ApiError(403, 'bank_out_of_scope', 'no'), 'recall').advice).toContain('ask a person');
});

it('rethrows a fault of this process', () => {
  expect(() => failureOf(new TypeError('bug'), { name: 'recall' })).toThrow('bug');
});
