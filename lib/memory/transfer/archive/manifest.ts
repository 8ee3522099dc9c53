import { z } from 'zod';
import { archiveFault } from '#lib/memory/transfer/archive/limits';
import { isNestedTooDeeply, MAX_NESTING } from '#lib/memory/transfer/archive/nesting';
import type { ArchiveReader } from '#lib/memory/transfer/archive/zip-reader';

/** Of the layout of the archive. A reader refuses a later one. */
export const SCHEMA_VERSION = 1;

const count = z.int().min(0);

/**
 * The first thing that is read from an archive. Unknown fields are ignored: other programs add
 * theirs.
 */
const manifestSchema = z.object({
  schema_version: z.int().min(1).max(SCHEMA_VERSION),
  source_bank_id: z.string().min(1),
  exported_at: z.string().nullish(),
  archive_type: z.enum(['documents', 'bank']).default('documents'),
  counts: z.record(z.string(), count).default({}),
  scope: z
    .object({
      include_data: z.boolean().optional(),
      include_bank_config: z.boolean().optional(),
      include_history: z.boolean().optional(),
      include_observations: z.boolean().optional(),
      document_ids: z.array(z.string()).nullish(),
    })
    .nullish()
    .transform((scope) => scope ?? {}),
  /**
   * Of archives of this product: the version of the rows in `rows/`, which only the same version
   * reads, and the embedding model of the vectors.
   */
  rows: z.object({ version: z.int().min(1), embedding_model: z.string().nullable() }).nullish(),
});
export type ArchiveManifest = z.output<typeof manifestSchema>;

export const MANIFEST_NAME = 'manifest.json';

/** Throws `archiveFault` if there is none, or a field of it cannot be read. */
export async function readManifest(archive: ArchiveReader): Promise<ArchiveManifest> {
  const member = await archive.find(MANIFEST_NAME);
  if (!member) throw archiveFault(`it has no ${MANIFEST_NAME}`);
  const parsed = manifestSchema.safeParse(jsonOf(await archive.text(member), MANIFEST_NAME));
  if (parsed.success) return parsed.data;
  const fields = parsed.error.issues.map(({ path }) => path.join('.') || MANIFEST_NAME);
  throw archiveFault(`${MANIFEST_NAME} has an unexpected value in ${[...new Set(fields)].join(', ')}`);
}

/** Parses the JSON of a member. Throws `archiveFault`. */
export function jsonOf(text: string, name: string): unknown {
  if (isNestedTooDeeply(text)) throw archiveFault(`${name} has more than ${MAX_NESTING} levels of lists and objects`);
  try {
    return JSON.parse(text);
  } catch {
    throw archiveFault(`${name} is no JSON`);
  }
}

/** Columns of JSON that other programs write as text, in one layer or two. */
const MAX_LAYERS = 2;

/** The value of a column of JSON. A text that is none stays as it is. */
export function decodedJson(value: unknown): unknown {
  let decoded = value;
  for (let layer = 0; layer < MAX_LAYERS && typeof decoded === 'string' && /^\s*["[{]/.test(decoded); layer++) {
    if (isNestedTooDeeply(decoded)) return value;
    try {
      decoded = JSON.parse(decoded);
    } catch {
      return value;
    }
  }
  return decoded;
}
