import { existsSync } from 'node:fs';
import type { DatabaseKind } from '#lib/base/db/db';
import { DatabaseRefusal } from '#lib/base/db/errors';
import { SettingsError } from '#lib/base/errors';

/**
 * Runs a command line tool with the settings that the server would have, including `.env`. An error
 * that the operator can fix is printed as one line, and the process exits with status 1.
 */
export async function orExit(work: () => Promise<void>): Promise<void> {
  try {
    if (existsSync('.env')) process.loadEnvFile('.env');
    await work();
  } catch (error) {
    console.error(error instanceof DatabaseRefusal || error instanceof SettingsError ? error.message : error);
    process.exitCode = 1;
  }
}

/**
 * Returns the only argument. Prints the usage and exits for --help, and with status 2 for unknown
 * options or further arguments.
 */
export function argumentOf(usage: string, words: readonly string[] = process.argv.slice(2)): string | undefined {
  const asksForHelp = words.some((word) => word === '--help' || word === '-h');
  const unknown = words.find((word) => word.startsWith('-')) ?? words[1];
  if (!asksForHelp && unknown === undefined) return words[0];
  if (asksForHelp) console.log(usage);
  else console.error(`Unknown: ${unknown}\n\n${usage}`);
  process.exit(asksForHelp ? 0 : 2);
}

export function assertEmbedded(env: { readonly databaseDriver: DatabaseKind }, tool: string): void {
  if (env.databaseDriver === 'embedded') return;
  throw new DatabaseRefusal(`This database is on a server: use ${tool}. Only the embedded database is backed up and restored here.`);
}
