import { useQuery } from '@tanstack/react-query';
import { type GraphContext, graphQuery } from '#components/graph/queries';
import { graph as t } from '#components/strings/graph';
import { Button } from '#components/ui/button';
import { cx } from '#components/ui/cx';
import { ReadFailed, type ReadState } from '#components/ui/read';
import { Empty } from '#components/ui/states';

interface BlanksProps {
  read: ReadState<unknown>;
  isEmpty: boolean;
  isNarrowed: boolean;
  asking: GraphContext;
  /** The number of nodes if none of them is in view, otherwise null. */
  hiddenCount: number | null;
  onWiden: () => void;
  onShowAll: () => void;
  onBoth: () => void;
}

const OVER_PICTURE = 'inset-x-3 top-16 rounded-md border border-line shadow-2';

/** Shown instead of a picture, or over an outdated one: the reason and the available actions. */
export function Blanks({ read, isEmpty, isNarrowed, asking, hiddenCount, onWiden, onShowAll, onBoth }: BlanksProps) {
  // A bank without entities may still have memories.
  const unnamed = useQuery({
    ...graphQuery(asking.org, asking.bankId, { mode: 'memories', limit: 1, edges_per_node: 1 }),
    enabled: isEmpty && !isNarrowed && asking.mode === 'entities',
  });
  const nameless = (asking.mode === 'entities' && unnamed.data?.total_nodes) || 0;
  return (
    <>
      {read.error !== null && (
        // Without data of its own, the picture is that of another filter.
        <div className={cx('pointer-events-auto absolute bg-surface', read.data === undefined ? 'inset-0 pt-12' : OVER_PICTURE)}>
          <ReadFailed read={read} title={t.failed} />
        </div>
      )}
      {read.data === undefined && read.error === null && (
        <p role="status" aria-busy className="absolute inset-0 grid place-items-center text-muted">
          {t.loading}
        </p>
      )}
      {isEmpty && (
        <div className="pointer-events-auto absolute inset-0 grid place-items-center bg-surface">
          <Empty
            bead="entity"
            title={isNarrowed ? t.emptyFiltered : nameless > 0 ? t.nameless : t.empty}
            action={
              isNarrowed ? <Button onClick={onWiden}>{t.clear}</Button> : nameless > 0 && <Button onClick={onBoth}>{t.modes.both}</Button>
            }
          >
            {isNarrowed ? t.emptyFilteredText : nameless > 0 ? t.namelessText(nameless) : t.emptyText}
          </Empty>
        </div>
      )}
      {hiddenCount !== null && (
        <div className="pointer-events-none absolute inset-0 grid place-items-center [&>*]:pointer-events-auto">
          <Empty bead="entity" title={t.allHidden} action={<Button onClick={onShowAll}>{t.showAll}</Button>}>
            {t.allHiddenText(hiddenCount)}
          </Empty>
        </div>
      )}
    </>
  );
}
