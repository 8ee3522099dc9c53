import { readFileSync } from 'node:fs';
import { projectFile } from '#lib/base/db/root';

export const dynamic = 'force-dynamic';

let script: string | undefined;

/** The command that connects MCP clients without HTTP. A client needs no copy of this repository. */
export function GET(): Response {
  script ??= readFileSync(/* turbopackIgnore: true */ projectFile('scripts/mcp.mjs'), 'utf8');
  return new Response(script, {
    headers: { 'Content-Type': 'text/javascript; charset=utf-8', 'Cache-Control': 'no-cache', 'X-Content-Type-Options': 'nosniff' },
  });
}
