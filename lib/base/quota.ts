/** The remaining quota of a limit, as the caller sees it. */
export interface Quota {
  readonly name: string;
  readonly points: number;
  readonly window: number;
  readonly remaining: number;
  /** until the quota is full again */
  readonly seconds: number;
}
