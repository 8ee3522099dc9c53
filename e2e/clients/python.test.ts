import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasPackageIndex, install, runPython } from '#e2e/clients/packages';
import { openWorld, type World } from '#e2e/fixtures/world';

/**
 * The published Python clients and agent integrations against this server without a language model.
 */

let world: World;
let isReachable = false;

beforeAll(async () => {
  isReachable = await hasPackageIndex();
  if (!isReachable) return console.warn('Left out: PyPI cannot be reached, or Python is missing.');
  world = await openWorld();
});
afterAll(() => world?.close());

const server = () => ({ url: world.server.url, key: world.alpha.key });
const failed = (lines: readonly { result: string }[]) => lines.filter(({ result }) => result === 'failed');

describe.each([
  ['hindsight-client==0.8.6', 70],
  ['hindsight-client==0.9.1', 83],
  ['hindsight-client', 87],
])('%s', (requirement, served) => {
  it('gets from each method an answer of its types, or a 404 that names the missing feature', async ({ skip }) => {
    skip(!isReachable, 'PyPI cannot be reached');
    const lines = await runPython('methods.py', [], { folder: await install(requirement), ...server() });
    expect(failed(lines)).toEqual([]);
    expect(lines.filter(({ result }) => result === 'ok').length).toBeGreaterThanOrEqual(served);
  });
});

describe.each([
  ['hindsight-langgraph[langgraph]', ['langgraph', 'langgraph_nodes']],
  ['hindsight-openai-agents', ['openai_agents']],
  ['hindsight-pydantic-ai', ['pydantic_ai']],
  ['hindsight-litellm', ['litellm']],
  ['hindsight-llamaindex', ['llamaindex']],
  ['hindsight-agno', ['agno']],
])('%s', (requirement, flows) => {
  it('stores and recalls with its defaults', async ({ skip }) => {
    skip(!isReachable, 'PyPI cannot be reached');
    const folder = await install(requirement);
    for (const flow of flows) {
      const lines = await runPython('flows.py', [flow], { folder, ...server() });
      expect(failed(lines)).toEqual([]);
      expect(lines.length).toBeGreaterThan(0);
    }
  });
});

describe.each(['/mcp', '/mcp/{bank}'])('the official MCP client at %s', (path) => {
  it('calls every tool', async ({ skip }) => {
    skip(!isReachable, 'PyPI cannot be reached');
    const lines = await runPython('mcp_tools.py', [path], { folder: await install('mcp'), ...server() });
    expect(failed(lines)).toEqual([]);
    expect(lines).toHaveLength(path === '/mcp' ? 39 : 36);
  });
});
