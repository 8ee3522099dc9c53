'use client';

import { useQuery } from '@tanstack/react-query';
import { listPath, memoryPath } from '#components/memories/paths';
import { restingQuery } from '#components/memories/queries';
import { useBank, useConsole } from '#components/shell/console-context';
import { memories as t } from '#components/strings/memories';
import { ui } from '#components/strings/ui';
import { Bead, Lineage as Beads, Thread, ThreadItem } from '#components/ui/bead';
import { Link } from '#components/ui/link';
import { Read } from '#components/ui/read';
import { SkeletonLines } from '#components/ui/states';
import { dayText } from '#components/ui/time';
import type { FactType } from '#lib/base/literals';
import type { MemoryResponse } from '#lib/memory/memories/contract';

/** The sources of an observation, or the observations based on a fact. */
export function Lineage({ memory }: { memory: MemoryResponse }) {
  return memory.type === 'observation' ? <Sources memory={memory} /> : <Resting id={memory.id} />;
}

interface Line {
  readonly id: string;
  readonly text: string;
  readonly type: FactType;
  readonly at: string | null;
}

const Lines = ({ label, lines }: { label: string; lines: readonly Line[] }) => {
  const { organization } = useConsole();
  const bankId = useBank();
  return (
    <Thread label={label}>
      {lines.map(({ id, text, type, at }) => (
        <ThreadItem key={id} bead={<Bead kind={type} />}>
          <Link
            href={memoryPath(organization.slug, bankId, id)}
            dir="auto"
            className="block [overflow-wrap:anywhere] hover:text-accent-text"
          >
            <span className="sr-only">{ui.labelBefore(ui.facts[type])} </span>
            {text}
          </Link>
          {at !== null && <p className="mt-0.5 text-12 text-faint">{dayText(at)}</p>}
        </ThreadItem>
      ))}
    </Thread>
  );
};

function Sources({ memory }: { memory: MemoryResponse }) {
  const sources = memory.source_memories ?? [];
  if (sources.length === 0) return <p className="text-muted">{t.noSources}</p>;
  const of = (type: FactType) => sources.filter((source) => source.type === type).length;
  return (
    <section className="grid gap-3">
      <div className="flex items-center justify-between gap-3">
        <h2 className="font-medium">{t.restsOn(sources.length)}</h2>
        {sources.length > 1 && <Beads of={null} world={of('world')} experience={of('experience')} shown={6} />}
      </div>
      <Lines
        label={t.restsOn(sources.length)}
        lines={sources.map(({ id, text, type, occurred_start, mentioned_at }) => ({ id, text, type, at: occurred_start ?? mentioned_at }))}
      />
    </section>
  );
}

function Resting({ id }: { id: string }) {
  const { organization } = useConsole();
  const bankId = useBank();
  const resting = useQuery(restingQuery(organization.slug, bankId, id));
  return (
    <Read of={resting} failed={t.carriesFailed} loading={<SkeletonLines label={t.loading} lines={2} />} className="!p-0">
      {(data) => (
        <section className="grid gap-3">
          <div className="flex items-center justify-between gap-3">
            <h2 className="font-medium">{t.carries(data.total)}</h2>
            {data.total > data.items.length && (
              <Link className="link" href={listPath(organization.slug, bankId, { source: id })}>
                {t.allOfThem(data.total)}
              </Link>
            )}
          </div>
          {data.total === 0 ? (
            <p className="text-muted">{t.carriesText}</p>
          ) : (
            <Lines
              label={t.carries(data.total)}
              lines={data.items.map(({ id: of, text, fact_type, mentioned_at }) => ({ id: of, text, type: fact_type, at: mentioned_at }))}
            />
          )}
        </section>
      )}
    </Read>
  );
}
