/** The items before and after the open one, or none if the list does not contain it. */
export function stepsIn(
  ids: readonly string[],
  openId: string | null,
  onOpen: (id: string) => void,
): { onPrevious: (() => void) | null; onNext: (() => void) | null } {
  const at = openId === null ? -1 : ids.indexOf(openId);
  const stepTo = (id: string | undefined) => (at < 0 || id === undefined ? null : () => onOpen(id));
  return { onPrevious: stepTo(ids[at - 1]), onNext: stepTo(ids[at + 1]) };
}
