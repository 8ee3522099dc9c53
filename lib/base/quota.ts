/** What is left of a limit, for the caller to see. */
export interface Quota {
  readonly name: string;
  readonly points: number;
  readonly window: number;
  readonly remaining: number;
  /** until it is whole again */
  readonly seconds: number;
}
