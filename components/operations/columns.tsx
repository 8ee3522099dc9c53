'use client';

import { ChevronDown, ChevronRight, MoreHorizontal, PanelRightOpen } from 'lucide-react';
import { ActItems, type OperationActions } from '#components/operations/acts';
import { ArchiveDownload } from '#components/operations/archive-download';
import type { OperationLine } from '#components/operations/lines';
import { Progress, StateGlyph, StateMark } from '#components/operations/marks';
import { Subject } from '#components/operations/subject';
import { type OperationView, stateOf } from '#components/operations/view';
import { nameOf } from '#components/operations/words';
import { operations as t } from '#components/strings/operations';
import { IconButton } from '#components/ui/button';
import { cx } from '#components/ui/cx';
import { Menu, MenuItem } from '#components/ui/menu';
import { actionsColumn, type Column } from '#components/ui/table';
import { RelativeTime } from '#components/ui/time';

/** The line that connects an operation with its parts. It has the same position in every row. */
function PartsThread({ line }: { line: OperationLine }) {
  const look = 'pointer-events-none absolute start-[26px] bg-thread md:group-data-[selectable]/table:start-[58px]';
  if (line.level === 1)
    return line.isUnfolded ? <span aria-hidden className={cx(look, 'top-[27px] -bottom-px w-px phone:top-[30px]')} /> : null;
  return (
    <>
      <span aria-hidden className={cx(look, 'top-0 w-px', line.isLast ? 'h-[18px] phone:h-5' : '-bottom-px')} />
      <span aria-hidden className={cx(look, 'top-[18px] h-px w-[22px] phone:top-5')} />
    </>
  );
}

function What({
  line,
  slug,
  bankId,
  onFold,
  isFolding,
}: { line: OperationLine } & Pick<OperationColumnOptions, 'slug' | 'bankId' | 'onFold' | 'isFolding'>) {
  const { view, level, canUnfold, isUnfolded } = line;
  const Chevron = isUnfolded ? ChevronDown : ChevronRight;
  return (
    <span className="flex w-0 min-w-full items-center gap-2">
      <PartsThread line={line} />
      {level === 1 &&
        isFolding &&
        (canUnfold ? (
          <button
            type="button"
            aria-expanded={isUnfolded}
            aria-label={t.fold(nameOf(view))}
            onClick={() => onFold(view.id)}
            className="relative z-10 -mx-0.5 grid size-6 shrink-0 place-items-center rounded-sm text-muted hover:bg-line hover:text-ink phone:-m-3 phone:size-11"
          >
            <Chevron size={15} strokeWidth={1.75} aria-hidden />
          </button>
        ) : (
          <span className="w-5 shrink-0" />
        ))}
      <span className={cx('flex min-w-0 items-center gap-2', level === 2 && 'ps-[38px]')}>
        <span className="md:hidden">
          <StateGlyph state={stateOf(view)} />
        </span>
        <span className={cx('shrink-0', level === 1 ? 'font-medium' : 'text-muted')}>{nameOf(view)}</span>
        <Subject slug={slug} bankId={bankId} view={view} className="-my-1 min-w-0 truncate py-1 text-12 text-faint" />
      </span>
    </span>
  );
}

interface OperationColumnOptions {
  slug: string;
  bankId: string;
  onFold: (id: string) => void;
  onOpen: (id: string) => void;
  actsOf: (view: OperationView) => OperationActions;
  /** True if any operation of the list has parts to show: all rows reserve space for the toggle. */
  isFolding: boolean;
}

export function operationColumns({ slug, bankId, onFold, onOpen, actsOf, isFolding }: OperationColumnOptions): Column<OperationLine>[] {
  return [
    {
      id: 'task_type',
      header: t.columns.what,
      sortable: 'kind',
      isElastic: true,
      phone: 'title',
      cell: (line) => <What line={line} slug={slug} bankId={bankId} onFold={onFold} isFolding={isFolding} />,
    },
    { id: 'status', header: t.columns.state, sortable: 'state', width: 'w-32', cell: ({ view }) => <StateMark view={view} /> },
    {
      id: 'progress',
      header: t.columns.progress,
      isElastic: true,
      phone: 'meta',
      cell: ({ view, level }) => (
        <span className={cx('block', level === 2 ? 'phone:ps-[62px]' : isFolding ? 'phone:ps-[50px]' : 'phone:ps-[22px]')}>
          <span className="flex items-center justify-between gap-2">
            <Progress view={view} name={nameOf(view)} />
            <ArchiveDownload bankId={bankId} view={view} size="sm" className="z-10" />
          </span>
        </span>
      ),
    },
    {
      id: 'created_at',
      header: t.columns.begun,
      sortable: 'time',
      firstOrder: 'desc',
      width: 'w-28',
      phone: 'side',
      align: 'end',
      cell: ({ view, level }) =>
        level === 1 && view.createdAt !== null ? <RelativeTime at={view.createdAt} className="text-muted phone:text-12" /> : null,
    },
    actionsColumn(t.columns.actions, 'w-10', ({ view }) => (
      <Menu
        label={t.actionsOf(nameOf(view))}
        trigger={<IconButton icon={MoreHorizontal} label={t.actionsOf(nameOf(view))} tooltip={false} size="sm" className="relative z-10" />}
      >
        <MenuItem icon={PanelRightOpen} onSelect={() => onOpen(view.id)}>
          {t.details}
        </MenuItem>
        <ActItems view={view} acts={actsOf(view)} />
      </Menu>
    )),
  ];
}
