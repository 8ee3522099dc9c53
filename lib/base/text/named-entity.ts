/** A name in a text, with its kind. */
export interface NamedEntity {
  readonly name: string;
  /** one of ENTITY_KINDS, or the kind that a caller supplied with a known name */
  readonly kind: string;
}
