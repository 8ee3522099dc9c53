import { readFileSync } from 'node:fs';
import { projectFile } from '#lib/base/db/root';

let script: string | undefined;

/** The source of the command that connects MCP clients without HTTP; read once. */
export function commandScript(): string {
  script ??= readFileSync(/* turbopackIgnore: true */ projectFile('scripts/mcp.mjs'), 'utf8');
  return script;
}
