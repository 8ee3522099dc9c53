import { createMCPClient } from '@ai-sdk/mcp';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { HindsightClient } from '@vectorize-io/hindsight-client';
import { generateText, isStepCount, tool } from 'ai';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { freshBank } from '#e2e/contract/filling';
import { type LocalProvider, startLocalProvider } from '#e2e/fixtures/llm';
import { joinWorld, type World } from '#e2e/fixtures/world';

/** The two ways to give an agent of the AI SDK a memory that docs/guide/mcp.md shows. */

let world: World;
let provider: LocalProvider;
beforeAll(async () => {
  [world, provider] = [await joinWorld(), await startLocalProvider()];
});
afterEach(() => provider.reset());
afterAll(async () => {
  await provider?.stop();
  await world?.close();
});

const model = () => createOpenAICompatible({ name: 'local', baseURL: provider.url, apiKey: 'none' })('any');

/** The model first stores a sentence, then recalls it, then answers with what it found. */
function scriptAgent(): void {
  provider.respond('reflect_step', ({ tools }) => {
    const outputs = tools?.outputs ?? [];
    if (outputs.length === 0)
      return { calls: [{ name: tools?.names.find((name) => name.endsWith('retain')), input: { content: 'Ann lives in Lisbon.' } }] };
    if (outputs.length === 1) return { calls: [{ name: 'recall', input: { query: 'Where does Ann live?' } }] };
    return { text: outputs[1] };
  });
}

const prompt = 'Remember that Ann lives in Lisbon. Where does she live?';

it('by MCP: the model gets the tools of the server', async () => {
  const bank = freshBank();
  const memory = await createMCPClient({
    transport: {
      type: 'http',
      url: `${world.server.url}/mcp/${bank}?tools=sync_retain,recall`,
      headers: { Authorization: `Bearer ${world.alpha.key}` },
    },
  });
  try {
    const tools = await memory.tools();
    expect(Object.keys(tools).sort()).toEqual(['recall', 'sync_retain']);
    scriptAgent();
    const { text, steps } = await generateText({ model: model(), tools, prompt, stopWhen: isStepCount(4) });
    expect(text).toContain('Lisbon');
    expect(steps.flatMap(({ toolCalls }) => toolCalls.map(({ toolName }) => toolName))).toEqual(['sync_retain', 'recall']);
  } finally {
    await memory.close();
  }
});

it('directly: tools of one’s own call the client', async () => {
  const bank = freshBank();
  const client = new HindsightClient({ baseUrl: world.server.url, apiKey: world.alpha.key });
  const tools = {
    retain: tool({
      description: 'Stores a fact for later conversations.',
      inputSchema: z.object({ content: z.string() }),
      execute: ({ content }) => client.retain(bank, content),
    }),
    recall: tool({
      description: 'Finds stored facts.',
      inputSchema: z.object({ query: z.string() }),
      execute: async ({ query }) => (await client.recall(bank, query)).results.map(({ text }) => text),
    }),
  };
  scriptAgent();
  const { text } = await generateText({ model: model(), tools, prompt, stopWhen: isStepCount(4) });
  expect(text).toContain('Lisbon');
});
