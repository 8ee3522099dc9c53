import { type OperationView, viewOfChild, viewOfItem, viewOfStatus } from '#components/operations/view';
import type { OperationListItem, OperationStatusResponse } from '#lib/jobs/operations/contract';

/** One line of the list: an operation, or one of its parts below it. */
export interface OperationLine {
  readonly view: OperationView;
  readonly level: 1 | 2;
  /** It has parts to show. A single part adds nothing to its operation. */
  readonly canUnfold: boolean;
  readonly isUnfolded: boolean;
  /** The last of its siblings, where the thread ends. */
  readonly isLast: boolean;
}

/** Lines in list order. The loaded parts of each unfolded operation follow it. */
export function linesOf(
  items: readonly OperationListItem[],
  unfolded: ReadonlySet<string>,
  detailOf: (id: string) => OperationStatusResponse | undefined,
): OperationLine[] {
  return items.flatMap((item): OperationLine[] => {
    const view = viewOfItem(item);
    const canUnfold = view.partsTotal > 1;
    const isUnfolded = canUnfold && unfolded.has(item.id);
    const top: OperationLine = { view: view, level: 1, canUnfold, isUnfolded, isLast: false };
    if (!isUnfolded) return [top];
    const detail = detailOf(item.id);
    const parent = (detail && viewOfStatus(detail)) ?? view;
    const children = detail?.child_operations ?? [];
    return [
      top,
      ...children.map(
        (child, at): OperationLine => ({
          view: viewOfChild(child, parent),
          level: 2,
          canUnfold: false,
          isUnfolded: false,
          isLast: at === children.length - 1,
        }),
      ),
    ];
  });
}
