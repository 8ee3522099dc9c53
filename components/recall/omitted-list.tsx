'use client';

import { useQuery } from '@tanstack/react-query';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { useId, useState } from 'react';
import { memoryQuery } from '#components/recall/queries';
import { useMemoryPath } from '#components/recall/results';
import type { OmittedUnit } from '#components/recall/trace';
import { useBank, useConsole } from '#components/shell/console-context';
import { fixed } from '#components/strings/counted';
import { recall as t } from '#components/strings/recall';
import { ui } from '#components/strings/ui';
import { Bead } from '#components/ui/bead';
import { Button } from '#components/ui/button';
import { Link } from '#components/ui/link';
import { Skeleton } from '#components/ui/states';
import { ApiError } from '#lib/api/call';

const STEP = 10;

/**
 * Candidates that were omitted, each with its reason. The trace contains only ids; texts are loaded
 * when visible.
 */
export function OmittedList({ units }: { units: readonly OmittedUnit[] }) {
  const id = useId();
  const [shown, show] = useState(0);
  if (units.length === 0) return null;
  const more = Math.min(STEP, units.length - shown);
  return (
    <section className="border-line border-t">
      <h3 className="flex h-9 items-center justify-between gap-3 px-4 text-muted phone:h-12">
        {t.omitted.title(units.length)}
        <Button
          look="ghost"
          size="sm"
          icon={shown > 0 ? ChevronDown : ChevronRight}
          aria-expanded={shown > 0}
          aria-controls={id}
          onClick={() => show(shown > 0 ? 0 : STEP)}
        >
          {shown > 0 ? t.omitted.hide : t.omitted.show}
        </Button>
      </h3>
      <ul id={id} hidden={shown === 0} className="border-line-soft border-t">
        {units.slice(0, shown).map((unit) => (
          <Unit key={unit.id} unit={unit} />
        ))}
        {more > 0 && (
          <li className="px-4 py-2">
            <Button size="sm" onClick={() => show(shown + STEP)}>
              {t.omitted.more(more)}
            </Button>
          </li>
        )}
      </ul>
    </section>
  );
}

function Unit({ unit: { id, reason, final } }: { unit: OmittedUnit }) {
  const { organization } = useConsole();
  const pathOf = useMemoryPath();
  const { data, error } = useQuery(memoryQuery(organization.slug, useBank(), id));
  const isMissing = error instanceof ApiError && error.status === 404;
  return (
    <li className="relative grid min-h-[58px] grid-cols-[12px_minmax(0,1fr)_36px] items-start gap-x-3 border-line-soft border-b px-4 py-2.5 last:border-b-0 hover:bg-hover">
      <Bead kind={data?.type ?? 'world'} hollow size={10} className="mt-[5px]" {...(data && { label: ui.facts[data.type] })} />
      <div className="min-w-0">
        {data ? (
          <Link
            href={pathOf(id)}
            dir="auto"
            className="line-clamp-2 text-muted [overflow-wrap:anywhere] after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-focus focus-visible:after:-outline-offset-2"
          >
            {data.text}
          </Link>
        ) : error ? (
          <p className="text-faint">{isMissing ? t.omitted.deleted : t.omitted.failed}</p>
        ) : (
          <Skeleton className="my-1.5 w-3/5" />
        )}
        <p className="text-12 text-faint">{t.omitted.reason(reason)}</p>
      </div>
      <span className="text-end text-muted leading-5 tabular-nums">{fixed(final, 2)}</span>
    </li>
  );
}
