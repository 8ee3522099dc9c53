/** Formats of files that people bring, by the product or protocol that writes them. */
export const FORMAT_NAMES = ['bank_archive', 'mem0', 'zep', 'letta', 'mcp_memory'] as const;
export type FormatName = (typeof FORMAT_NAMES)[number];

/** For messages. */
export const KNOWN_FORMATS =
  'an archive of a bank (ZIP), or an export of mem0, Zep or Graphiti, Letta or an MCP memory server (JSON, JSON lines, or one such file in a ZIP)';

/**
 * Why a record is not imported as it is:
 * - `no_text`: it has no text, and is omitted.
 * - `inactive`: it was deleted, archived or has expired there, and is omitted.
 * - `repeated`: an earlier record has the same id or name, and this one is omitted.
 * - `invalid_time`: a time cannot be read, and is omitted.
 * - `missing_entity`: it names an entity that the export does not contain.
 * - `unknown_record`: its form is unknown, and it is omitted.
 * - `attachment`, `invalidated`, `version`, `webhook`: an archive contains a file, an invalidated
 *   fact, a former version of a mental model or a webhook, which no import reads.
 */
export const CONFLICT_REASONS = [
  'no_text',
  'inactive',
  'repeated',
  'invalid_time',
  'missing_entity',
  'unknown_record',
  'attachment',
  'invalidated',
  'version',
  'webhook',
] as const;
export type ConflictReason = (typeof CONFLICT_REASONS)[number];
