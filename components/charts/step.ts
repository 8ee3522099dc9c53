/** The bucket that a key moves to, or null if the chart does not handle the key. */
export function stepOf(key: string, at: number | null, count: number): number | null {
  const last = count - 1;
  if (key === 'Home') return 0;
  if (key === 'End') return last;
  if (key === 'ArrowRight') return at === null ? 0 : Math.min(last, at + 1);
  if (key === 'ArrowLeft') return at === null ? last : Math.max(0, at - 1);
  if (key === 'PageDown') return at === null ? 0 : Math.min(last, at + 7);
  if (key === 'PageUp') return at === null ? last : Math.max(0, at - 7);
  return null;
}
