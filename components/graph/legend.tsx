import { EyeOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { CategoryMark } from '#components/entities/category-mark';
import type { CommunitySwitch } from '#components/graph/communities';
import { groupInk } from '#components/graph/draw/look';
import type { GraphFilters, SetGraphFilters } from '#components/graph/filters';
import type { GraphNode } from '#components/graph/model';
import { type KindCounts, recencyOf, timelessOf } from '#components/graph/show';
import { number } from '#components/strings/counted';
import { entities } from '#components/strings/entities';
import { graph as t } from '#components/strings/graph';
import { cx } from '#components/ui/cx';
import type { EntityCategory } from '#lib/memory/entities/literals';
import type { EdgeKind } from '#lib/memory/graph/literals';

const INK_CLASS: Readonly<Record<string, string>> = {
  chart1: 'bg-[var(--chart-1)]',
  chart2: 'bg-[var(--chart-2)]',
  chart3: 'bg-[var(--chart-3)]',
  chart4: 'bg-[var(--chart-4)]',
  chart5: 'bg-[var(--chart-5)]',
  experience: 'bg-experience',
  observation: 'bg-observation',
  world: 'bg-world',
  control: 'bg-control',
};

interface LegendProps {
  filters: GraphFilters;
  set: SetGraphFilters;
  communities: readonly CommunitySwitch[];
  /** Nodes in view, most linked first. */
  listed: readonly GraphNode[];
  /** Counts of the categories of entities that have a switch. */
  categories: KindCounts<EntityCategory>;
  /** Counts of the link kinds that have a switch. */
  lines: KindCounts<EdgeKind>;
}

/**
 * What entities are, then lines and communities, each as a switch with its count, or the color
 * scale. Types of memories are in the panel. On a phone it is one row.
 */
export function Legend({ filters, set, communities, listed, categories, lines }: LegendProps) {
  const { color: coloring, categories: offCategories, lines: off, groups: offGroups } = filters;
  if (coloring === 'type' && lines.length + categories.length === 0) return null;
  return (
    <div className="flex max-w-full flex-wrap items-center gap-x-3 gap-y-1 justify-self-start rounded-md border border-line bg-surface/95 px-3 py-1 text-12 text-muted shadow-2 phone:flex-nowrap phone:overflow-x-auto phone:[&>*]:shrink-0 phone:[scrollbar-width:none]">
      {coloring === 'recency' && <Recency listed={listed} moment={filters.time} />}
      {coloring !== 'type' && <span className="hidden forced-colors:inline">{t.systemColors}</span>}
      {coloring === 'community' &&
        communities.map(({ name, group, n }) => (
          <Switch
            key={name}
            n={n}
            what={t.nodes(n)}
            isOff={offGroups.includes(name)}
            onToggle={() => void set({ groups: turned(offGroups, name) })}
          >
            <span aria-hidden className={`size-2.5 shrink-0 rounded-full forced-colors:hidden ${INK_CLASS[groupInk(group)]}`} />
            <bdi className="max-w-56 truncate">{name}</bdi>
          </Switch>
        ))}
      {categories.map(([category, n]) => (
        <Switch
          key={category}
          n={n}
          what={t.nodes(n)}
          isOff={offCategories.includes(category)}
          onToggle={() => void set({ categories: turned(offCategories, category) })}
        >
          <CategoryMark category={category} size={12} isPlain={coloring !== 'type'} />
          {entities.kinds[category]}
        </Switch>
      ))}
      {lines.map(([kind, n]) => (
        <Switch key={kind} n={n} what={t.links(n)} isOff={off.includes(kind)} onToggle={() => void set({ lines: turned(off, kind) })}>
          <Line kind={kind} />
          {t.edgeKinds[kind]}
        </Switch>
      ))}
    </div>
  );
}

const turned = <Kind,>(off: readonly Kind[], one: Kind): Kind[] => (off.includes(one) ? off.filter((each) => each !== one) : [...off, one]);

interface SwitchProps {
  n: number;
  /** The count with its unit. */
  what: string;
  isOff: boolean;
  onToggle: () => void;
  children: ReactNode;
}

const Switch = ({ n, what, isOff, onToggle, children }: SwitchProps) => (
  <button
    type="button"
    aria-pressed={!isOff}
    onClick={onToggle}
    className={cx(
      '-mx-1 flex min-h-6 items-center gap-1.5 rounded-sm px-1 hover:bg-hover phone:min-h-11',
      isOff && 'text-faint line-through',
    )}
  >
    {children}
    <Count n={n} what={what} />
    {isOff && <EyeOff size={12} strokeWidth={1.75} aria-hidden />}
  </button>
);

const Count = ({ n, what }: { n: number; what: string }) => (
  <span className="text-faint tabular-nums">
    <span aria-hidden>{number(n)}</span>
    <span className="sr-only">{what}</span>
  </span>
);

const Line = ({ kind }: { kind: EdgeKind }) => (
  <svg width="20" height="8" aria-hidden className="shrink-0 text-control">
    <line
      x1="0"
      y1="4"
      x2={kind === 'caused_by' ? 14 : 20}
      y2="4"
      stroke="currentColor"
      strokeDasharray={kind === 'proves' ? '4 3' : undefined}
    />
    {kind === 'caused_by' && <path d="M13 1 20 4 13 7z" fill="currentColor" />}
  </svg>
);

function Recency({ listed, moment }: { listed: readonly GraphNode[]; moment: GraphFilters['time'] }) {
  const [from, to] = t.recency(recencyOf(listed, moment));
  const timeless = timelessOf(listed, moment);
  return (
    <span className="flex items-center gap-2 forced-colors:hidden">
      {from}
      <span
        aria-hidden
        className="h-2 w-20 rounded-full bg-[linear-gradient(to_right,color-mix(in_srgb,var(--accent)_35%,var(--surface)),var(--accent))] rtl:-scale-x-100"
      />
      {to}
      {timeless > 0 && (
        <>
          <span aria-hidden className="ms-1 size-2.5 rounded-full bg-line-strong" />
          {t.timeless(timeless, moment)}
        </>
      )}
    </span>
  );
}
