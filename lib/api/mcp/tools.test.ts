import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { TOOLS } from '#lib/api/mcp/tools';
import { declaredByName } from '#lib/api/operations';
import { defined } from '#lib/base/defined';
import { isStructured } from '#lib/base/structured';
import { TAG_FILTER_FIELDS } from '#lib/base/tags/contract';
import { trigger } from '#lib/memory/mental-models/fields';
import { MCP_TOOLS } from '#lib/memory/settings/mcp-tools';

describe('tools', () => {
  it('have unique names', () => {
    expect(new Set(TOOLS.map(({ name }) => name)).size).toBe(TOOLS.length);
  });

  it('are those that the setting mcp_enabled_tools may name', () => {
    expect(TOOLS.map(({ name }) => name)).toEqual(MCP_TOOLS);
  });

  it.each(TOOLS.map((tool) => [tool.name, tool] as const))('%s describes itself and its arguments', (_, tool) => {
    expect(tool.description).toMatch(/^[A-Z].*\.$/s);
    expect(tool.description.length).toBeLessThan(500);
    for (const schema of [tool.inputSchema, tool.outputSchema]) {
      expect(schema.type).toBe('object');
      expect(JSON.stringify(schema)).not.toContain('"$ref"');
      // the empty schema, which some clients reject
      expect(JSON.stringify(schema)).not.toContain('"additionalProperties":{}');
    }
    for (const [name, property] of Object.entries(tool.inputSchema.properties ?? {})) {
      if (!isStructured(property)) throw new Error(name);
      // A type or a list of values says enough about a limit or a flag; other arguments need words.
      expect(property.description ?? property.default ?? property.enum, name).toBeDefined();
    }
  });

  it('that read filter by tags as their operations do', () => {
    const operationOf: Readonly<Record<string, string>> = {
      recall: 'recallMemories',
      get_bank: 'getProfile',
      get_bank_stats: 'getStats',
    };
    const camel = (name: string): string => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
    for (const { name, inputSchema } of TOOLS.filter(({ effect }) => effect === 'reads')) {
      const { query, body } = declaredByName.get(operationOf[name] ?? camel(name))!;
      const { properties = {} } = z.toJSONSchema(query ?? body ?? z.object({}), { io: 'input', unrepresentable: 'any' });
      const filterOf = (fields: object): string[] => TAG_FILTER_FIELDS.filter((field) => field in fields);
      expect([name, filterOf(inputSchema.properties ?? {})]).toEqual([name, filterOf(properties)]);
    }
  });

  it('declare the fields of a trigger and of minimum scores, and refuse others', async () => {
    const create = defined(TOOLS.find(({ name }) => name === 'create_mental_model'));
    const properties = create.inputSchema.properties as { trigger: { properties: object } };
    expect(Object.keys(properties.trigger.properties)).toEqual(expect.arrayContaining(Object.keys(trigger.shape)));
    const call = { call: () => Promise.reject(new Error('called')), bankId: 'b' };
    const model = { name: 'a', source_query: 'a' };
    await expect(async () => create.run(call, { ...model, trigger: { cron: '0 6 * * *' } })).rejects.toThrow('cron');
    const recall = defined(TOOLS.find(({ name }) => name === 'recall'));
    await expect(async () => recall.run(call, { query: 'a', min_scores: { finale: 0.5 } })).rejects.toThrow('finale');
    await expect(async () => recall.run(call, { query: 'a', min_scores: { final: 0.5 } })).rejects.toThrow('called');
  });

  it('take little of a context window together', () => {
    const listed = TOOLS.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));
    expect(JSON.stringify(listed).length / 4).toBeLessThan(7500);
  });

  it('ask for no weaker permission than the operations that they call', () => {
    for (const { name, effect, permission } of TOOLS) {
      if (effect === 'reads') expect(['bank.read', 'bank.list'], name).toContain(permission);
      else expect(['bank.write', 'bank.create', 'bank.configure', 'bank.delete'], name).toContain(permission);
    }
    const permissionOf = (operation: string) => declaredByName.get(operation)?.permission;
    const of = (tool: string) => TOOLS.find(({ name }) => name === tool)?.permission;
    expect([of('create_bank'), of('update_bank'), of('delete_bank'), of('clear_memories')]).toEqual(
      ['putBank', 'patchBank', 'deleteBank', 'clearMemories'].map(permissionOf),
    );
  });
});
