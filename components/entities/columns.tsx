import { CategoryMark } from '#components/entities/category-mark';
import { KIND_OF } from '#components/entities/filters';
import { number } from '#components/strings/counted';
import { entities as t } from '#components/strings/entities';
import type { Column } from '#components/ui/table';
import { RelativeTime } from '#components/ui/time';
import type { EntityListItem } from '#lib/memory/entities/contract';

const KNOWN_KINDS: ReadonlySet<string> = new Set(['', 'CONCEPT', ...Object.values(KIND_OF)]);

/** What an entity is, with its kind if the caller or a model chose one of their own. */
export const kindText = ({ category, kind }: Pick<EntityListItem, 'category' | 'kind'>): string =>
  KNOWN_KINDS.has(kind.toUpperCase()) ? t.kinds[category] : `${t.kinds[category]} · ${kind}`;

/** `isNarrow`: an open drawer leaves room only for name and mentions. */
export const entityColumns = (isNarrow: boolean): Column<EntityListItem>[] => [
  {
    id: 'canonical_name',
    sortable: 'text',
    header: t.columns.name,
    phone: 'title',
    isElastic: true,
    cell: ({ canonical_name, category }) => (
      <span className="flex min-w-0 items-center gap-2.5">
        <CategoryMark category={category} size={12} label={isNarrow ? t.kinds[category] : undefined} />
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
          cell: (entity: EntityListItem) => <span className="truncate text-muted phone:ps-[22px]">{kindText(entity)}</span>,
        },
      ]),
  {
    id: 'mention_count',
    sortable: 'number',
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
          sortable: 'time' as const,
          firstOrder: 'desc' as const,
          header: t.columns.first,
          width: 'w-32',
          align: 'end' as const,
          from: 'lg' as const,
          cell: ({ first_seen }: EntityListItem) => <Seen at={first_seen} />,
        },
        {
          id: 'last_seen',
          sortable: 'time' as const,
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
