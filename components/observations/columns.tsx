import { Hourglass, Minus, Sparkles, TrendingDown, TrendingUp, Unplug } from 'lucide-react';
import { observations as t } from '#components/strings/observations';
import { Chip } from '#components/ui/badge';
import { Bead, Lineage } from '#components/ui/bead';
import { cx } from '#components/ui/cx';
import type { Column } from '#components/ui/table';
import { RelativeTime } from '#components/ui/time';
import { Tooltip } from '#components/ui/tooltip';
import type { Observation } from '#lib/memory/observations/contract';
import type { Trend } from '#lib/memory/observations/literals';

const GLYPHS: Record<Trend, { icon: typeof Minus; look: string }> = {
  new: { icon: Sparkles, look: 'text-info-text' },
  stable: { icon: Minus, look: 'text-muted' },
  strengthening: { icon: TrendingUp, look: 'text-ok-text' },
  weakening: { icon: TrendingDown, look: 'text-warn-text' },
  stale: { icon: Unplug, look: 'text-faint' },
};

/** The trend of the evidence, and whether more facts are pending. */
export function TrendText({ trend, isPending = false, className }: { trend: Trend; isPending?: boolean; className?: string }) {
  const { icon: Icon, look } = GLYPHS[trend];
  return (
    <Tooltip text={isPending ? `${t.trendMeans[trend]} ${t.pendingMeans}` : t.trendMeans[trend]}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what is explained can be reached by keys */}
      <span tabIndex={0} className={cx('relative z-10 inline-flex items-center gap-1.5 rounded-sm align-middle', look, className)}>
        <Icon size={14} strokeWidth={1.75} aria-hidden />
        {t.trends[trend]}
        {isPending && (
          <>
            <Hourglass size={12} strokeWidth={1.75} aria-hidden className="text-warn-text" />
            <span className="sr-only">, {t.pendingFacts}</span>
          </>
        )}
      </span>
    </Tooltip>
  );
}

export function ScopeChips({ tags }: { tags: readonly string[] }) {
  if (tags.length === 0) return <span className="text-faint">{t.globalShort}</span>;
  return (
    <span className="inline-flex min-w-0 max-w-full flex-wrap gap-1">
      {tags.map((tag) => (
        <Chip key={tag}>#{tag}</Chip>
      ))}
    </span>
  );
}

const ScopeCell = ({ tags }: { tags: readonly string[] }) => {
  if (tags.length === 0) return <span className="text-faint">{t.globalShort}</span>;
  return (
    <span title={t.scopeOf(tags)} className="inline-flex min-w-0 max-w-full items-center gap-1 align-middle md:max-w-44">
      <Chip className="!shrink">#{tags[0]}</Chip>
      {tags.length > 1 && <span className="text-12 text-faint tabular-nums">+{tags.length - 1}</span>}
    </span>
  );
};

export const observationColumns = (isNarrow: boolean): Column<Observation>[] => [
  {
    id: 'text',
    header: t.columns.text,
    phone: 'title',
    isElastic: true,
    cell: ({ text }) => (
      <span className="flex gap-3 py-2">
        <Bead kind="observation" size={12} className="mt-1" />
        <span dir="auto" className="line-clamp-2 min-w-0 whitespace-normal break-words">
          {text}
        </span>
      </span>
    ),
  },
  {
    id: 'proof_count',
    header: t.columns.proof,
    sortable: 'number',
    firstOrder: 'desc',
    width: 'w-28',
    phone: 'meta',
    // A phone has no scope column, but observations may differ only in scope.
    cell: ({ proof_types: { world, experience }, tags }) => (
      <span className="inline-flex min-w-0 max-w-full items-center gap-2.5">
        <Lineage of={null} world={world} experience={experience} />
        {!isNarrow && (
          <span className="min-w-0 md:hidden">
            <ScopeCell tags={tags} />
          </span>
        )}
      </span>
    ),
  },
  {
    id: 'trend',
    header: t.columns.trend,
    width: 'w-36',
    phone: 'metaSide',
    cell: ({ trend, is_stale }) => <TrendText trend={trend} isPending={is_stale} />,
  },
  ...(isNarrow
    ? []
    : [
        {
          id: 'scope',
          header: t.columns.scope,
          width: 'w-40',
          from: 'lg' as const,
          cell: ({ tags }: Observation) => <ScopeCell tags={tags} />,
        },
      ]),
  {
    id: 'updated_at',
    header: t.columns.changed,
    sortable: 'time',
    firstOrder: 'desc',
    width: 'w-28',
    align: 'end',
    from: 'lg',
    cell: ({ updated_at }) => <RelativeTime at={updated_at} className="text-muted" />,
  },
];
