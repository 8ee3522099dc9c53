const TEXT = 25;
const INT = 4;
const NULL = -1;

/**
 * A `text[]` in PostgreSQL's binary format, as `array_send` of its source writes it. In the text
 * format each quote and backslash is escaped, which blocks the thread for more than a second if 10
 * MB consist of them.
 */
export function textArrayBytes(values: readonly (string | null)[]): Buffer {
  const lengths = values.map((value) => (value === null ? 0 : Buffer.byteLength(value)));
  // dimensions, whether there are nulls, and the type; then the size and the first index
  const header = values.length === 0 ? [0, 0, TEXT] : [1, values.includes(null) ? 1 : 0, TEXT, values.length, 1];
  const bytes = Buffer.allocUnsafe(lengths.reduce((total, length) => total + INT + length, header.length * INT));
  let at = 0;
  for (const part of header) at = bytes.writeInt32BE(part, at);
  for (const [i, value] of values.entries()) {
    at = bytes.writeInt32BE(value === null ? NULL : (lengths[i] ?? 0), at);
    if (value !== null) at += bytes.write(value, at);
  }
  return bytes;
}
