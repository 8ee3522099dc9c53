'use client';

import type { MemoryFilters } from '#components/memories/ask';
import { useEntityName } from '#components/memories/facets';
import { CLEAR, type SetMemoryFilters } from '#components/memories/filters';
import { rangeText } from '#components/memories/range';
import { memories as t } from '#components/strings/memories';
import { ui } from '#components/strings/ui';
import { Chip } from '#components/ui/badge';
import { Button } from '#components/ui/button';
import { momentText } from '#components/ui/time';

function timeChip(filters: MemoryFilters): string | null {
  const range = rangeText(filters, t.range, momentText);
  return range && t.timeChips[filters.time_field](range);
}

/** Active filters, each with a remove button. */
export function FilterChips({ filters, set }: { filters: MemoryFilters; set: SetMemoryFilters }) {
  const name = useEntityName(filters.entity);
  const { type, state, consolidation_state, document, entity, source, tags, tags_match } = filters;
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
  ];
  const chips = all.filter((chip) => typeof chip === 'object' && chip !== null);
  if (chips.length === 0) return null;
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-2">
      {chips.map(({ text, off }) => (
        <Chip key={text} title={text} removeLabel={t.takeOff(text)} onRemove={() => void set(off)} className="!shrink">
          <bdi>{text}</bdi>
        </Chip>
      ))}
      {chips.length > 1 && (
        <Button size="sm" look="ghost" onClick={() => void set(CLEAR)}>
          {t.clearAll}
        </Button>
      )}
    </div>
  );
}
