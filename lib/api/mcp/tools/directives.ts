import { z } from 'zod';
import { createDirective, deleteDirective, listDirectives } from '#lib/api/calls';
import * as args from '#lib/api/mcp/arguments';
import { compact } from '#lib/api/mcp/compact';
import { type Tool, tool } from '#lib/api/mcp/tool';
import { DIRECTIVE_TAG_MODES } from '#lib/memory/directives/literals';

const directive = z.object({
  id: z.string(),
  name: z.string(),
  content: z.string(),
  priority: z.int(),
  is_active: z.boolean(),
  tags: z.array(z.string()).optional(),
});
const directiveOf = ({ id, name, content, priority, is_active, tags }: Required<z.output<typeof directive>>) => ({
  ...{ id, name, content, priority, is_active },
  ...compact({ tags }),
});

const listDirectivesTool = tool(
  {
    name: 'list_directives',
    title: 'List directives',
    description: 'Lists the rules that reflect and mental models follow, the most important first.',
    effect: 'reads',
    permission: 'bank.read',
    about: 'bank',
    input: z.object({
      tags: args.tags('Untagged ones, and those with these tags.'),
      tags_match: z.enum(DIRECTIVE_TAG_MODES).default('any'),
      active_only: z.boolean().default(true),
      limit: args.limit(25, 1),
      offset: args.offset(),
    }),
    output: z.object({ items: z.array(directive), ...args.page }),
  },
  async ({ call, bankId }, query) => {
    const { items, total, limit, offset } = await call(listDirectives, { bankId, query });
    return { items: items.map(directiveOf), total, limit, offset };
  },
);

const createDirectiveTool = tool(
  {
    name: 'create_directive',
    title: 'Create a directive',
    description: 'Creates a rule for all later answers and mental models, such as "Answer in German". Ask the user first.',
    effect: 'writes',
    permission: 'bank.write',
    about: 'bank',
    input: z.object({
      name: args.text('A short title.'),
      content: args.text('The rule.'),
      priority: z.int().default(0).describe('The highest is first.'),
      is_active: z.boolean().default(true),
      tags: args.tags('Only for requests with these tags.'),
    }),
    output: directive,
  },
  async ({ call, bankId }, body) => directiveOf(await call(createDirective, { bankId, body })),
);

const deleteDirectiveTool = tool(
  {
    name: 'delete_directive',
    title: 'Delete a directive',
    description: 'Permanently deletes a directive. This cannot be undone.',
    effect: 'deletes',
    permission: 'bank.write',
    about: 'bank',
    input: z.object({ directive_id: args.text('The id of the directive.') }),
    output: args.done,
  },
  async ({ call, bankId }, params) => {
    await call(deleteDirective, { bankId, params });
    return { status: 'deleted', message: 'The directive is deleted.' };
  },
);

export const directiveTools: readonly Tool[] = [listDirectivesTool, createDirectiveTool, deleteDirectiveTool];
