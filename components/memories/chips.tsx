'use client';

import { useQuery } from '@tanstack/react-query';
import { Timer } from 'lucide-react';
import { countedOf, type MemoryFilters } from '#components/memories/ask';
import { useEntityName } from '#components/memories/facets';
import { CLEAR, type SetMemoryFilters } from '#components/memories/filters';
import { countsQuery } from '#components/memories/queries';
import { isBackwards, rangeText } from '#components/memories/range';
import { useBank, useConsole } from '#components/shell/console-context';
import { memories as t } from '#components/strings/memories';
import { ui } from '#components/strings/ui';
import { Chip } from '#components/ui/badge';
import { Button } from '#components/ui/button';
import { isPast } from '#components/ui/past';
import { momentText } from '#components/ui/time';
import { EXPIRING_DAYS } from '#lib/memory/memories/literals';

function timeChip(filters: MemoryFilters): string | null {
  const range = rangeText(filters, t.range, momentText);
  return range && t.timeChips[filters.time_field](range);
}

/** The number of listed memories that expire soon; 0 if the list shows only these. */
function useExpiring(filters: MemoryFilters): number {
  const { organization } = useConsole();
  const isShown = filters.state === 'valid' && filters.expires === null && !isPast(filters) && !isBackwards(filters);
  const count = countsQuery(organization.slug, useBank(), [countedOf({ ...filters, expires: 'soon' })]);
  const counts = useQuery({ ...count, enabled: isShown });
  return isShown ? (counts.data?.[0] ?? 0) : 0;
}

/** Active filters, each with a remove button, and one for memories that expire soon. */
export function FilterChips({ filters, set }: { filters: MemoryFilters; set: SetMemoryFilters }) {
  const name = useEntityName(filters.entity);
  const { type, state, consolidation_state, document, entity, source, expires, tags, tags_match } = filters;
  const time = timeChip(filters);
  const all = [
    ...type.map((each) => ({ text: ui.facts[each], off: { type: type.filter((other) => other !== each) } })),
    state !== 'valid' && { text: t.states[state], off: { state: null } },
    time && { text: time, off: { from: null, to: null } },
    filters.as_of && { text: ui.past.known(filters.as_of), off: { as_of: null } },
    filters.valid_at && { text: ui.past.valid(filters.valid_at), off: { valid_at: null } },
    ...tags.map((tag) => ({ text: `#${tag}`, off: { tags: tags.filter((each) => each !== tag) } })),
    tags.length === 0 && tags_match === 'exact' && { text: t.exactNone, off: { tags_match: null } },
    entity && { text: t.chips.entity(name ?? entity), off: { entity: null } },
    document && { text: t.chips.document(document), off: { document: null } },
    consolidation_state && { text: t.chips.consolidation[consolidation_state], off: { consolidation_state: null } },
    source && { text: t.chips.restsOn, off: { source: null } },
    expires && { text: t.chips.expires(EXPIRING_DAYS), off: { expires: null } },
  ];
  const chips = all.filter((chip) => typeof chip === 'object' && chip !== null);
  const expiring = useExpiring(filters);
  if (chips.length === 0 && expiring === 0) return null;
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-2">
      {chips.map(({ text, off }) => (
        <Chip key={text} title={text} removeLabel={t.takeOff(text)} onRemove={() => void set(off)} className="!shrink">
          <bdi>{text}</bdi>
        </Chip>
      ))}
      {expiring > 0 && (
        <Button size="sm" icon={Timer} onClick={() => void set({ expires: 'soon' })}>
          {t.expiring(expiring, EXPIRING_DAYS)}
        </Button>
      )}
      {chips.length > 1 && (
        <Button size="sm" look="ghost" onClick={() => void set(CLEAR)}>
          {t.clearAll}
        </Button>
      )}
    </div>
  );
}
