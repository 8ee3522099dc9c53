/** A JSON object: neither null nor a list. */
export type Structured = Readonly<Record<string, unknown>>;
export const isStructured = (value: unknown): value is Structured => typeof value === 'object' && value !== null && !Array.isArray(value);
