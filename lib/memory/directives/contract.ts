import { z } from 'zod';
import { exactLimit, idText, isKeyless, KEYLESS, nameText, offsetParam, pageOf, tagList, timestampOut } from '#lib/base/contract/fields';
import { operation } from '#lib/base/contract/operation';
import { DIRECTIVE_TAG_MODES, UNAPPLIED_REASONS } from '#lib/memory/directives/literals';

const MAX_NAME = 200;
/** In characters. */
const MAX_CONTENT = 4000;
/** In one bank. */
export const MAX_DIRECTIVES = 500;
const INT = 2 ** 31;

const DIRECTIVES = '/v1/default/banks/{bank_id}/directives';
const ONE = `${DIRECTIVES}/{directive_id}` as const;

const content = () =>
  z
    .string()
    .max(MAX_CONTENT)
    .refine((text) => text.trim() !== '', { error: 'Value error, content must not be blank' })
    .refine(isKeyless, KEYLESS)
    .meta({ examples: ['Answer in German, and address the reader formally.'] });
const priority = () =>
  z
    .int()
    .min(-INT)
    .max(INT - 1);

export const directiveBody = z.object({
  name: nameText(MAX_NAME),
  content: content().describe('The rule, as an instruction to a language model.'),
  priority: priority().default(0).describe('The highest is first in the prompt, and counts if two directives contradict each other.'),
  is_active: z.boolean().default(true).describe('false stores the directive without applying it.'),
  tags: tagList().default([]).describe('A directive with tags applies only if the request filters by tags that match them.'),
});
export type CreateDirectiveBody = z.output<typeof directiveBody>;

const patchBody = z.object({
  name: nameText(MAX_NAME).nullish(),
  content: content().nullish(),
  priority: priority().nullish(),
  is_active: z.boolean().nullish(),
  tags: tagList().nullish().describe('[] removes all tags.'),
});
export type PatchDirectiveBody = z.output<typeof patchBody>;

const directive = z.object({
  id: z.string(),
  bank_id: z.string(),
  name: z.string(),
  content: z.string(),
  priority: z.int(),
  is_active: z.boolean(),
  tags: z.array(z.string()),
  created_at: timestampOut(),
  updated_at: timestampOut(),
});
export type Directive = z.output<typeof directive>;

const directivePage = pageOf(directive);
export type DirectivePage = z.output<typeof directivePage>;

/** A directive that was selected for a text, as an answer names it. */
export const usedDirective = () => z.object({ id: z.string(), name: z.string(), content: z.string() });

/** The selected directives that had no effect, as an answer names them. */
export const unappliedDirectives = () =>
  z
    .array(z.object({ id: z.string(), name: z.string(), reason: z.enum(UNAPPLIED_REASONS) }))
    .nullish()
    .describe(
      'Directives that should apply but did not. `no_model`: without a language model a text consists of stored sentences. `nothing_written`: no model was asked. `token_limit`: it does not fit into the prompt.',
    );

const ofDirective = { params: z.object({ directive_id: idText() }) };
const shared = { tag: 'Directives', auth: 'key' } as const;
const reads = { ...shared, permission: 'bank.read' } as const;
const writes = { ...shared, permission: 'bank.write' } as const;

export const listDirectives = operation({
  ...reads,
  id: 'list_directives',
  method: 'GET',
  path: DIRECTIVES,
  summary: 'List directives',
  description:
    'Lists directives by priority, the highest first; among equal ones the newest first. A tag filter never excludes untagged ones.',
  query: z.object({
    tags: tagList().optional(),
    tags_match: z.enum(DIRECTIVE_TAG_MODES).default('any').describe('`exact` without tags matches only untagged directives.'),
    active_only: z.boolean().default(true).describe('false includes inactive directives.'),
    limit: exactLimit(100, 1, 1000),
    offset: offsetParam(),
  }),
  response: directivePage,
});

export const createDirective = operation({
  ...writes,
  id: 'create_directive',
  method: 'POST',
  path: DIRECTIVES,
  summary: 'Create a directive',
  description: `Creates a rule that a language model follows when it answers or refreshes a mental model, and the bank if needed. A bank has at most ${MAX_DIRECTIVES} directives.`,
  body: directiveBody,
  response: directive,
  errors: [409],
});

export const getDirective = operation({
  ...reads,
  ...ofDirective,
  id: 'get_directive',
  method: 'GET',
  path: ONE,
  summary: 'Get a directive',
  response: directive,
  errors: [404],
});

export const updateDirective = operation({
  ...writes,
  ...ofDirective,
  id: 'update_directive',
  method: 'PATCH',
  path: ONE,
  summary: 'Change a directive',
  description: 'Missing and null fields are unchanged.',
  body: patchBody,
  response: directive,
  errors: [404],
});

export const deleteDirective = operation({
  ...writes,
  ...ofDirective,
  id: 'delete_directive',
  method: 'DELETE',
  path: ONE,
  summary: 'Delete a directive',
  response: z.object({ status: z.literal('deleted') }),
  errors: [404],
});
