/** Two memories of one bank, and whether the later one ends what the earlier one states. */
export interface ChangePair {
  readonly attribute: string;
  readonly changes: boolean;
  /** the same pair in several wordings, each as the earlier and the later memory */
  readonly wordings: readonly (readonly [before: string, after: string])[];
}
