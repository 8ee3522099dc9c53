import { type Told, toldOfChild, toldOfItem, toldOfStatus } from '#components/operations/words';
import type { OperationListItem, OperationStatusResponse } from '#lib/jobs/operations/contract';

/** One line of the list: an operation, or under it one of its parts. */
export interface Line {
  readonly told: Told;
  readonly level: 1 | 2;
  /** has parts to show; a single one says nothing that its operation does not say */
  readonly canUnfold: boolean;
  readonly isUnfolded: boolean;
  /** the last of its siblings: the thread ends here */
  readonly isLast: boolean;
}

/** Lines in the order of the list; under each unfolded operation the parts that are read already. */
export function linesOf(
  items: readonly OperationListItem[],
  unfolded: ReadonlySet<string>,
  detailOf: (id: string) => OperationStatusResponse | undefined,
): Line[] {
  return items.flatMap((item): Line[] => {
    const told = toldOfItem(item);
    const canUnfold = told.partsTotal > 1;
    const isUnfolded = canUnfold && unfolded.has(item.id);
    const top: Line = { told, level: 1, canUnfold, isUnfolded, isLast: false };
    if (!isUnfolded) return [top];
    const detail = detailOf(item.id);
    const parent = (detail && toldOfStatus(detail)) ?? told;
    const children = detail?.child_operations ?? [];
    return [
      top,
      ...children.map(
        (child, at): Line => ({
          told: toldOfChild(child, parent),
          level: 2,
          canUnfold: false,
          isUnfolded: false,
          isLast: at === children.length - 1,
        }),
      ),
    ];
  });
}
