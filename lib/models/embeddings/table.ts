import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The built-in tables of vectors: one row per piece of a word. */

const HEADER = 16;

/** Rows of vectors, as 8-bit numbers. */
export interface VectorTable {
  readonly rows: number;
  readonly dimensions: number;
  /** factor of each row's int8 values */
  readonly scales: Float32Array;
  readonly values: Int8Array;
}

/**
 * The folder of a table, which is beside this file in the source tree. In a production build this
 * module is a bundle elsewhere. The server then runs in the project's (or the standalone output's)
 * root, so that root is tried first.
 */
function folderOf(name: string): string {
  const candidates = [
    join(/* turbopackIgnore: true */ process.cwd(), 'lib', 'models', 'embeddings', name),
    join(dirname(fileURLToPath(import.meta.url)), name),
  ];
  const found = candidates.find((folder) => existsSync(join(folder, `${name}.bin`)));
  if (!found) throw new Error(`The built-in embedding table is missing. Looked in: ${candidates.join(', ')}`);
  return found;
}

/**
 * Reads `<name>/<name>.bin`, little endian: `SEMB`, version, rows, dimensions, one float32 scale
 * per row, then int8 values row after row. `vocabulary`: a file in the same folder, as its lines.
 * Rejects if the table is missing, of another format or truncated.
 */
export async function readTable(
  name: string,
  vocabulary: string,
): Promise<{ readonly table: VectorTable; readonly lines: readonly string[] }> {
  const folder = folderOf(name);
  const file = await readFile(join(folder, `${name}.bin`));
  const header = new DataView(file.buffer, file.byteOffset, HEADER);
  if (file.toString('latin1', 0, 4) !== 'SEMB' || header.getUint32(4, true) !== 1)
    throw new Error('The built-in embedding table has an unknown format: reinstall the service');
  const rows = header.getUint32(8, true);
  const dimensions = header.getUint32(12, true);
  if (file.length !== HEADER + 4 * rows + rows * dimensions)
    throw new Error('The built-in embedding table is truncated: reinstall the service');
  const scales = new Float32Array(rows);
  for (let row = 0; row < rows; row++) scales[row] = file.readFloatLE(HEADER + 4 * row);
  const values = new Int8Array(file.buffer, file.byteOffset + HEADER + 4 * rows, rows * dimensions);
  const lines = (await readFile(join(folder, vocabulary), 'utf8')).split('\n').filter((line) => line !== '');
  if (lines.length !== rows) throw new Error(`The built-in embedding has ${lines.length} tokens for ${rows} rows`);
  return { table: { rows, dimensions, scales, values }, lines };
}

/** Adds the vector of a row to a sum. */
export function addRow({ dimensions, scales, values }: VectorTable, row: number, sum: Float32Array): void {
  const scale = scales[row]!;
  const base = row * dimensions;
  for (let i = 0; i < dimensions; i++) sum[i]! += scale * values[base + i]!;
}

/** The same direction with length 1, in place; null for the zero vector. */
export function toUnitLength(vector: Float32Array): Float32Array | null {
  let square = 0;
  for (let i = 0; i < vector.length; i++) square += vector[i]! * vector[i]!;
  if (square === 0) return null;
  const factor = 1 / Math.sqrt(square);
  for (let i = 0; i < vector.length; i++) vector[i]! *= factor;
  return vector;
}
