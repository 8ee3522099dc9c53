import { commandScript } from '#lib/api/mcp/command';

export const dynamic = 'force-dynamic';

/** The command for MCP clients without HTTP. A client needs no copy of this repository. */
export const GET = (): Response =>
  new Response(commandScript(), {
    headers: { 'Content-Type': 'text/javascript; charset=utf-8', 'Cache-Control': 'no-cache', 'X-Content-Type-Options': 'nosniff' },
  });
