'use client';

import { type ReactNode, useState } from 'react';
import { mentalModelPath } from '#components/mental-models/paths';
import type { ReflectResult, RetrievedSource } from '#components/reflect/answer';
import { beadOf, type Source } from '#components/reflect/result';
import { useBank, useConsole } from '#components/shell/console-context';
import { reflect as t } from '#components/strings/reflect';
import { ui } from '#components/strings/ui';
import { Bead } from '#components/ui/bead';
import { Button } from '#components/ui/button';
import { cx } from '#components/ui/cx';
import { Link } from '#components/ui/link';
import { MemoryTimes } from '#components/ui/memory-times';
import { Panel } from '#components/ui/page';
import { Tabs } from '#components/ui/tabs';
import { CITED_TYPES } from '#lib/memory/reflect/literals';

const STEP = 12;

interface EvidenceProps {
  sources: readonly Source[];
  found: readonly RetrievedSource[];
  result: ReflectResult;
  lit: string | null;
  onPoint: (id: string | null) => void;
  onOpen: (id: string) => void;
}

/** The cited sources, compared with all retrieved ones. */
export function Evidence({ sources, found, result: { retrieved }, lit, onPoint, onOpen }: EvidenceProps) {
  const total = CITED_TYPES.reduce((sum, type) => sum + retrieved[type], 0);
  const used = new Set(sources.map(({ id }) => id));
  const unused = found.filter(({ id }) => !used.has(id));
  const unknownCount = total - sources.length - unused.length;
  if (total === 0) return null;
  const row = { onPoint, onOpen };
  return (
    <Panel title={t.evidence.title} note={<Kinds retrieved={retrieved} />}>
      <Tabs
        label={t.evidence.title}
        tabs={[
          {
            id: 'used',
            label: t.evidence.used,
            count: sources.length,
            content:
              sources.length === 0 ? (
                <p className="text-muted">{t.evidence.nothingUsed}</p>
              ) : (
                <ol aria-label={t.evidence.usedList} className="-mx-4 -mb-2">
                  {sources.map((source) => (
                    <Row key={source.id} one={source} mark={source.mark} isLit={source.id === lit} {...row}>
                      <SourceMeta source={source} />
                    </Row>
                  ))}
                </ol>
              ),
          },
          {
            id: 'unused',
            label: t.evidence.unused,
            count: total - sources.length,
            content: <Unused items={unused} unlistedCount={Math.max(0, unknownCount)} lit={lit} {...row} />,
          },
        ]}
      />
    </Panel>
  );
}

/** The number of retrieved sources by type. */
const Kinds = ({ retrieved }: { retrieved: ReflectResult['retrieved'] }) => (
  <ul className="flex flex-wrap items-center justify-end gap-x-3 gap-y-0.5 text-12 text-muted">
    {CITED_TYPES.filter((type) => retrieved[type] > 0).map((type) => (
      <li key={type} className="inline-flex items-center gap-1.5 whitespace-nowrap tabular-nums">
        <Bead kind={beadOf(type)} size={9} />
        {t.evidence.kinds[type](retrieved[type])}
      </li>
    ))}
  </ul>
);

interface RowProps {
  one: RetrievedSource;
  mark?: number;
  isLit: boolean;
  onPoint: (id: string | null) => void;
  onOpen: (id: string) => void;
  children?: ReactNode;
}

function Row({ one: { id, type, text }, mark, isLit, onPoint, onOpen, children }: RowProps) {
  const { organization } = useConsole();
  const bankId = useBank();
  const bead = beadOf(type);
  const look =
    'line-clamp-4 text-start [overflow-wrap:anywhere] after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-focus focus-visible:after:-outline-offset-2';
  return (
    <li
      onPointerEnter={() => onPoint(id)}
      onPointerLeave={() => onPoint(null)}
      className={cx(
        'relative grid min-h-10 grid-cols-[18px_12px_minmax(0,1fr)] items-start gap-x-3 border-line-soft border-b px-4 py-2.5 last:border-b-0',
        isLit ? 'bg-accent-tint' : 'hover:bg-hover',
      )}
    >
      <span className="text-12 text-faint leading-5 tabular-nums">{mark}</span>
      <Bead kind={bead} size={10} hollow={mark === undefined} className="mt-[5px]" label={ui.facts[bead]} />
      <div className="min-w-0">
        {bead === 'model' ? (
          <Link href={mentalModelPath(organization.slug, bankId, id)} dir="auto" className={look}>
            {text}
          </Link>
        ) : (
          <button type="button" dir="auto" onClick={() => onOpen(id)} className={cx(look, mark === undefined && 'text-muted')}>
            {text}
          </button>
        )}
        {children}
      </div>
    </li>
  );
}

function SourceMeta({ source: { documentId, occurredAt, occurredUntil, saidAt, times } }: { source: Source }) {
  return (
    <p className="mt-0.5 flex flex-wrap gap-x-2 text-12 text-faint">
      {documentId !== null && (
        <span className="max-w-full truncate" dir="auto">
          {documentId}
        </span>
      )}
      <MemoryTimes said={saidAt} from={occurredAt} until={occurredUntil} />
      <span>{t.evidence.cited(times)}</span>
    </p>
  );
}

interface UnusedProps {
  items: readonly RetrievedSource[];
  /** Number of retrieved sources without details. */
  unlistedCount: number;
  lit: string | null;
  onPoint: (id: string | null) => void;
  onOpen: (id: string) => void;
}

function Unused({ items, unlistedCount, lit, ...row }: UnusedProps) {
  const [shown, show] = useState(STEP);
  if (items.length === 0 && unlistedCount === 0) return <p className="text-muted">{t.evidence.allUsed}</p>;
  return (
    <div className="grid gap-3">
      {items.length > 0 && (
        <ul aria-label={t.evidence.unusedList} className="-mx-4 -mb-2">
          {items.slice(0, shown).map((one) => (
            <Row key={one.id} one={one} isLit={one.id === lit} {...row} />
          ))}
        </ul>
      )}
      {items.length > shown && (
        <Button size="sm" className="justify-self-start" onClick={() => show(shown + STEP)}>
          {t.evidence.show(Math.min(STEP, items.length - shown))}
        </Button>
      )}
      {unlistedCount > 0 && <p className="text-12 text-faint">{t.evidence.more(unlistedCount)}</p>}
    </div>
  );
}
