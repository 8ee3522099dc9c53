import { Clock } from 'lucide-react';
import { lastRefreshOf, staleWords } from '#components/mental-models/freshness';
import { isWritten, STATE_TONES, triggerWords } from '#components/mental-models/wording';
import { countWords } from '#components/mental-models/words';
import { mentalModel } from '#components/strings/mental-model';
import { mentalModels as t } from '#components/strings/mental-models';
import { Badge } from '#components/ui/badge';
import { Bead } from '#components/ui/bead';
import { actionsColumn, type Column } from '#components/ui/table';
import { RelativeTime } from '#components/ui/time';
import { Tooltip } from '#components/ui/tooltip';
import type { MentalModel } from '#lib/memory/mental-models/contract';

/** State, and whether it is stale. */
function State({ model }: { model: MentalModel }) {
  const { state, last_error, refresh_retry } = model;
  const stale = state === 'generating' ? null : staleWords(model);
  const why = [refresh_retry?.message, last_error?.message, stale].filter(Boolean).join(' ');
  const badge = (
    <span className="relative z-10 inline-flex flex-wrap items-center gap-x-2 gap-y-0.5">
      <Badge tone={STATE_TONES[state]}>{mentalModel.states[state]}</Badge>
      {refresh_retry && <Badge tone="warn">{mentalModel.retryingShort}</Badge>}
      {stale !== null && (
        <span className="inline-flex items-center gap-1 text-12 text-warn-text">
          <Clock size={12} aria-hidden />
          {mentalModel.staleShort(model.stale_reasons ?? [])}
        </span>
      )}
    </span>
  );
  if (why === '') return badge;
  return (
    <Tooltip text={why} isPressed>
      <button
        type="button"
        className="relative z-10 inline-flex cursor-help rounded-sm text-start phone:-my-3 phone:min-h-11 phone:items-center"
      >
        {badge}
      </button>
    </Tooltip>
  );
}

const Name = ({ model: { name, source_query, tags } }: { model: MentalModel }) => (
  <span className="flex min-w-0 gap-3 py-2">
    <Bead kind="model" size={12} className="mt-1" />
    <span className="grid min-w-0 gap-0.5">
      <span className="flex min-w-0 items-baseline gap-x-2 phone:flex-wrap">
        <span dir="auto" className="truncate font-medium phone:w-full">
          {name}
        </span>
        {tags.slice(0, 2).map((tag) => (
          <span key={tag} dir="auto" className="max-w-24 truncate text-12 text-faint">
            #{tag}
          </span>
        ))}
        {tags.length > 2 && <span className="text-12 text-faint tabular-nums">+{tags.length - 2}</span>}
      </span>
      <span dir="auto" className="truncate text-12 text-faint">
        {source_query}
      </span>
    </span>
  </span>
);

export const modelColumns = (actions: (model: MentalModel) => React.ReactNode): Column<MentalModel>[] => [
  { id: 'name', header: t.columns.name, sortable: 'text', phone: 'title', isElastic: true, cell: (model) => <Name model={model} /> },
  { id: 'state', header: t.columns.state, width: 'w-52', phone: 'meta', cell: (model) => <State model={model} /> },
  {
    id: 'trigger',
    header: t.columns.trigger,
    isElastic: true,
    from: 'xl',
    phone: 'third',
    cell: ({ trigger }) =>
      trigger ? <span className="line-clamp-2 whitespace-normal text-12 text-muted">{triggerWords(trigger)}</span> : null,
  },
  {
    id: 'size',
    header: t.columns.size,
    width: 'w-24',
    align: 'end',
    from: 'lg',
    cell: (model) => <span className="text-muted tabular-nums">{isWritten(model) ? t.words(countWords(model.content ?? '')) : '—'}</span>,
  },
  {
    id: 'last_refreshed_at',
    header: t.columns.refreshed,
    sortable: 'time',
    firstOrder: 'desc',
    width: 'w-28',
    align: 'end',
    phone: 'metaSide',
    cell: (model) => {
      const at = lastRefreshOf(model);
      return at === null ? <span className="text-faint">{t.never}</span> : <RelativeTime at={at} className="text-muted" />;
    },
  },
  actionsColumn(t.columns.actions, 'w-12', actions),
];
