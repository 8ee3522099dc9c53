import { Clock } from 'lucide-react';
import { staleWords } from '#components/mental-models/freshness';
import { STATE_TONES } from '#components/mental-models/wording';
import { mentalModel as t } from '#components/strings/mental-model';
import { Badge } from '#components/ui/badge';
import type { MentalModel } from '#lib/memory/mental-models/contract';

/** The state of a mental model, and whether it is stale. */
export function StateLine({ model }: { model: MentalModel }) {
  const stale = model.state === 'generating' ? null : staleWords(model);
  return (
    <p className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-muted">
      <Badge tone={STATE_TONES[model.state]}>{t.states[model.state]}</Badge>
      {stale === null ? (
        model.state === 'ready' && <span>{t.fresh}</span>
      ) : (
        <span className="inline-flex min-w-0 items-baseline gap-1.5 text-warn-text">
          <Clock size={13} aria-hidden className="shrink-0 translate-y-0.5" />
          <span>{stale}</span>
        </span>
      )}
    </p>
  );
}
