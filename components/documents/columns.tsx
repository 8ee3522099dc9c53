'use client';

import { FileText, MoreHorizontal, PanelRightOpen, RefreshCw, Trash2 } from 'lucide-react';
import { TagChips } from '#components/documents/tag-chips';
import { number } from '#components/strings/counted';
import { documents as t } from '#components/strings/documents';
import { shell } from '#components/strings/shell';
import { IconButton } from '#components/ui/button';
import { Menu, MenuItem } from '#components/ui/menu';
import { actionsColumn, type Column } from '#components/ui/table';
import { RelativeTime } from '#components/ui/time';
import type { DocumentListItem } from '#lib/memory/documents/contract';

export interface DocumentColumnOptions {
  onOpen: (id: string) => void;
  onReprocess: (document: DocumentListItem) => void;
  onDelete: (document: DocumentListItem) => void;
  /** Why they cannot be changed. */
  lock: string | null;
}

const SHOWN_TAGS = 3;

export function documentColumns({ onOpen, onReprocess, onDelete, lock }: DocumentColumnOptions): Column<DocumentListItem>[] {
  return [
    {
      id: 'id',
      header: t.columns.id,
      sortable: 'text',
      width: 'w-3/5',
      isElastic: true,
      phone: 'title',
      cell: ({ id }) => (
        <span className="flex min-w-0 items-center gap-2">
          <FileText size={14} strokeWidth={1.75} aria-hidden className="shrink-0 text-faint" />
          <span title={id} dir="auto" className="min-w-0 truncate font-medium">
            {id}
          </span>
        </span>
      ),
    },
    {
      id: 'tags',
      header: t.columns.tags,
      sortable: 'text',
      isElastic: true,
      from: 'lg',
      phone: 'meta',
      cell: ({ tags }) => <TagChips tags={tags} shown={SHOWN_TAGS} />,
    },
    {
      id: 'memory_unit_count',
      header: t.columns.memories,
      sortable: 'number',
      firstOrder: 'desc',
      align: 'end',
      width: 'w-24',
      phone: 'metaSide',
      cell: ({ memory_unit_count: n }) =>
        n === 0 ? (
          <span className="text-faint">{t.noMemories}</span>
        ) : (
          <>
            <span className="text-faint md:hidden">{shell.units(n)}</span>
            <span className="phone:hidden">{number(n)}</span>
          </>
        ),
    },
    {
      id: 'text_length',
      header: t.columns.size,
      sortable: 'number',
      firstOrder: 'desc',
      align: 'end',
      width: 'w-28',
      from: 'xl',
      cell: ({ text_length }) => <span className="text-muted">{number(text_length)}</span>,
    },
    {
      id: 'updated_at',
      header: t.columns.updated,
      sortable: 'time',
      firstOrder: 'desc',
      align: 'end',
      width: 'w-32',
      phone: 'side',
      cell: ({ updated_at }) => <RelativeTime at={updated_at} className="text-muted phone:text-12" />,
    },
    actionsColumn(t.columns.actions, 'w-10', (document) => (
      <Menu
        label={t.actionsOf(document.id)}
        trigger={<IconButton icon={MoreHorizontal} label={t.actionsOf(document.id)} tooltip={false} size="sm" className="relative z-10" />}
      >
        <MenuItem icon={PanelRightOpen} onSelect={() => onOpen(document.id)}>
          {t.openIt}
        </MenuItem>
        <MenuItem icon={RefreshCw} locked={lock} onSelect={() => onReprocess(document)}>
          {t.reprocess}
        </MenuItem>
        <MenuItem icon={Trash2} locked={lock} onSelect={() => onDelete(document)} danger>
          {t.deleteIt}
        </MenuItem>
      </Menu>
    )),
  ];
}
