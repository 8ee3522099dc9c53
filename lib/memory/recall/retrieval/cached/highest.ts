/**
 * Collects the items with the `most` highest scores, in a heap whose root is the lowest of them;
 * `before` orders equal scores. Most items of a long list are only compared with the root.
 */
export class Highest {
  /** in no order */
  readonly items: number[] = [];
  private readonly scores: number[] = [];
  private readonly most: number;
  private readonly before: (a: number, b: number) => number;

  constructor(most: number, before: (a: number, b: number) => number) {
    this.most = most;
    this.before = before;
  }

  offer(item: number, score: number): void {
    const { items, scores } = this;
    if (items.length < this.most) {
      items.push(item);
      scores.push(score);
      this.rise(items.length - 1, item, score);
    } else if (this.most > 0 && this.isLower(items[0]!, scores[0]!, item, score)) this.sink(item, score);
  }

  /** A lower score is not one of the highest. */
  get lowest(): number {
    if (this.items.length < this.most) return Number.NEGATIVE_INFINITY;
    return this.scores[0] ?? Number.POSITIVE_INFINITY;
  }

  /** The items, highest first. */
  sorted(): number[] {
    const { items, scores } = this;
    return [...items.keys()].sort((a, b) => scores[b]! - scores[a]! || this.before(items[a]!, items[b]!)).map((at) => items[at]!);
  }

  /** Whether the first item comes after the second. */
  private isLower(item: number, score: number, other: number, otherScore: number): boolean {
    return score < otherScore || (score === otherScore && this.before(item, other) > 0);
  }

  private rise(from: number, item: number, score: number): void {
    const { items, scores } = this;
    let at = from;
    for (let above = (at - 1) >> 1; at > 0 && this.isLower(item, score, items[above]!, scores[above]!); above = (at - 1) >> 1) {
      items[at] = items[above]!;
      scores[at] = scores[above]!;
      at = above;
    }
    items[at] = item;
    scores[at] = score;
  }

  /** Replaces the root. */
  private sink(item: number, score: number): void {
    const { items, scores } = this;
    let at = 0;
    for (let below = 1; below < items.length; below = 2 * at + 1) {
      const other = below + 1;
      if (other < items.length && this.isLower(items[other]!, scores[other]!, items[below]!, scores[below]!)) below = other;
      if (!this.isLower(items[below]!, scores[below]!, item, score)) break;
      items[at] = items[below]!;
      scores[at] = scores[below]!;
      at = below;
    }
    items[at] = item;
    scores[at] = score;
  }
}

/** Indices of the `most` highest scores, highest first; `before` orders equal ones. */
export function highest(scores: ArrayLike<number>, most: number, before: (a: number, b: number) => number): number[] {
  const found = new Highest(most, before);
  for (let at = 0; at < scores.length; at++) found.offer(at, scores[at]!);
  return found.sorted();
}
