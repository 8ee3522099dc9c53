import { number } from '#components/strings/counted';
import { entities as t } from '#components/strings/entities';
import { Bead } from '#components/ui/bead';
import type { Column } from '#components/ui/table';
import { RelativeTime } from '#components/ui/time';
import type { EntityListItem } from '#lib/memory/entities/contract';

export const kindText = (kind: string): string => t.kinds[kind] ?? kind;

/** `isNarrow`: an open drawer leaves room only for name and mentions. */
export const entityColumns = (isNarrow: boolean): Column<EntityListItem>[] => [
  {
    id: 'canonical_name',
    sortable: true,
    header: t.columns.name,
    phone: 'title',
    isElastic: true,
    cell: ({ canonical_name }) => (
      <span className="flex min-w-0 items-center gap-2.5">
        <Bead kind="entity" size={12} />
        <span className="truncate font-medium" dir="auto" title={canonical_name}>
          {canonical_name}
        </span>
      </span>
    ),
  },
  ...(isNarrow
    ? []
    : [
        {
          id: 'kind',
          header: t.columns.kind,
          width: 'w-36',
          phone: 'meta' as const,
          cell: ({ kind }: EntityListItem) => <span className="truncate text-muted phone:ps-[22px]">{kindText(kind)}</span>,
        },
      ]),
  {
    id: 'mention_count',
    sortable: true,
    firstOrder: 'desc',
    header: t.columns.mentions,
    width: 'w-24',
    align: 'end',
    phone: 'side',
    cell: ({ mention_count }) => <span className="tabular-nums">{number(mention_count)}</span>,
  },
  ...(isNarrow
    ? []
    : [
        {
          id: 'first_seen',
          sortable: true,
          firstOrder: 'desc' as const,
          header: t.columns.first,
          width: 'w-32',
          align: 'end' as const,
          from: 'lg' as const,
          cell: ({ first_seen }: EntityListItem) => <Seen at={first_seen} />,
        },
        {
          id: 'last_seen',
          sortable: true,
          firstOrder: 'desc' as const,
          header: t.columns.last,
          width: 'w-32',
          align: 'end' as const,
          phone: 'metaSide' as const,
          cell: ({ last_seen }: EntityListItem) => <Seen at={last_seen} />,
        },
      ]),
];

const Seen = ({ at }: { at: string | null }) =>
  at === null ? <span className="text-faint">{t.seenNever}</span> : <RelativeTime at={at} dated className="text-muted" />;
