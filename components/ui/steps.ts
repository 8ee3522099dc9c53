/** The buttons from the open item of a list to the one before and after it; none if the list does not contain the open item. */
export function stepsIn(
  ids: readonly string[],
  openId: string | null,
  onOpen: (id: string) => void,
): { onPrevious: (() => void) | null; onNext: (() => void) | null } {
  const at = openId === null ? -1 : ids.indexOf(openId);
  const stepTo = (id: string | undefined) => (at < 0 || id === undefined ? null : () => onOpen(id));
  return { onPrevious: stepTo(ids[at - 1]), onNext: stepTo(ids[at + 1]) };
}
