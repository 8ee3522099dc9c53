import { number } from '#components/strings/counted';
import { deletion as t } from '#components/strings/deletion';
import { ui } from '#components/strings/ui';
import { KeyValues } from '#components/ui/page';
import type { DeletionPreview } from '#lib/memory/purge/contract';

export const placeText = (place: string): string => t.places[place] ?? place.replaceAll('_', ' ');

/** "memories: 3, documents: 1" */
export const countsText = (counts: readonly { readonly place: string; readonly count: number }[]): string =>
  counts.length === 0 ? t.nothing : ui.series(counts.map(({ place, count }) => ui.labeled(placeText(place), number(count))));

const entriesOf = (counts: Readonly<Record<string, number>>) => Object.entries(counts).map(([place, count]) => ({ place, count }));

/** What a deletion removes and leaves, by type. */
export function DeletionCounts({ of: { removed, copies, remaining } }: { of: DeletionPreview }) {
  // Observations that are deleted with their evidence are not derived again.
  const rewritten = (copies.observations ?? 0) - (removed.observations ?? 0);
  const others = entriesOf(copies).filter(({ place }) => place !== 'observations');
  const withRewritten = [
    ...(others.length === 0 && rewritten > 0 ? [] : [countsText(others)]),
    ...(rewritten > 0 ? [ui.labeled(t.rewritten, number(rewritten))] : []),
  ];
  return (
    <KeyValues
      items={[
        { key: t.groups.removed, value: countsText(entriesOf(removed)) },
        { key: t.groups.copies, value: ui.series(withRewritten) },
        { key: t.groups.remaining, value: countsText(entriesOf(remaining)) },
      ]}
    />
  );
}
