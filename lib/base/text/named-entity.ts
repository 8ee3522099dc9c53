/** A name in a text, and what it is one of. */
export interface NamedEntity {
  readonly name: string;
  /** one of ENTITY_KINDS, or the word a caller gave with a known name */
  readonly kind: string;
}
