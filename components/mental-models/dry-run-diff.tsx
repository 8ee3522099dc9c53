'use client';

import { BadgeCheck, TriangleAlert } from 'lucide-react';
import { useMemo, useState } from 'react';
import { type Facts, headingOf, stepsByUnit, stepsOf } from '#components/mental-models/causes';
import { DiffView, goToUnit } from '#components/mental-models/diff-view';
import { SourcesOf } from '#components/mental-models/sources-of';
import type { Verdict } from '#components/mental-models/stored-dry-run';
import type { ComparisonSide, Unit } from '#components/mental-models/units';
import { useChanges } from '#components/mental-models/use-changes';
import { useComparison } from '#components/mental-models/use-comparison';
import { FactCounts, FactList, StepList, stepWords } from '#components/mental-models/why';
import { mentalModel as t } from '#components/strings/mental-model';
import { CopyButton } from '#components/ui/copy';
import { cx } from '#components/ui/cx';
import { useMedia } from '#components/ui/media';
import { EmptyPanel, Panel } from '#components/ui/page';
import { SkeletonRows } from '#components/ui/states';
import type { DryRunRefresh, MentalModelSource, MentalModelVersion } from '#lib/memory/mental-models/contract';

const ROOMY = '(width >= 56.25rem)';

interface DryRunDiffProps {
  result: DryRunRefresh;
  verdict: Verdict;
  /** The version on which the run was planned. */
  base: MentalModelVersion | undefined;
  onOpen: (memoryId: string) => void;
}

/**
 * The stored and the planned content, with the operations next to their blocks and the added and
 * dropped facts.
 */
export function DryRunDiff({ result, verdict, base, onOpen }: DryRunDiffProps) {
  const isSplit = useMedia(ROOMY);
  const sources = useMemo(() => sourcesOf(result, base), [result, base]);
  const steps = useMemo(() => stepsOf([{ version: null, delta_operations: result.delta_operations }]), [result]);
  const byUnit = useMemo(() => stepsByUnit(steps), [steps]);
  const task = useMemo(() => {
    const from: ComparisonSide = {
      content: result.current_content,
      document: base?.content === result.current_content ? base.document : null,
    };
    return { from, to: { content: result.preview_content, document: result.document ?? null }, ignoreBlanks: false, isRaw: false };
  }, [result, base]);
  const { comparison } = useComparison(task);
  const changes = useChanges(comparison?.changes ?? 0, { prefix: 'dry', of: '' });
  const facts = useMemo((): Facts => {
    const sourcesFor = (ids: readonly string[]) => ids.flatMap((id) => sources.get(id) ?? []);
    const { added, dropped, kept: unchanged } = result.evidence;
    return { added: sourcesFor(added), dropped: sourcesFor(dropped), unchanged: sourcesFor(unchanged) };
  }, [result, sources]);
  const documents = [result.document ?? null, base?.document ?? null];
  const [selected, select] = useState<Unit | null>(null);
  return (
    <>
      <Panel
        flush
        title={t.dry.changes}
        note={
          <span className="flex items-center gap-2">
            {comparison && comparison.changes > 0 && (
              <span className="text-12 text-faint tabular-nums">
                {t.summary(comparison.changes)} {t.words(comparison.wordsAdded, comparison.wordsRemoved)}
              </span>
            )}
            {result.diff !== '' && <CopyButton text={result.diff} what={t.dry.diff} />}
          </span>
        }
      >
        <Verification verdict={verdict} />
        {result.diff === '' && <p className="px-4 py-3 text-muted">{t.dry.noDiff}</p>}
        {!comparison ? (
          <SkeletonRows rows={4} label={t.comparing} />
        ) : (
          comparison.rows.length > 0 && (
            <DiffView
              comparison={comparison}
              isSplit={isSplit}
              around={{ isRaw: false, sources, steps: byUnit, onSources: select }}
              heads={[t.dry.stored, t.dry.would]}
              at={changes.at}
              prefix="dry"
            />
          )
        )}
      </Panel>
      <div className="grid items-start gap-4 lg:grid-cols-2 [&>*]:min-w-0">
        {result.delta_operations === null || result.delta_operations === undefined ? (
          <EmptyPanel title={t.dry.operations}>{t.dry.operationsFull}</EmptyPanel>
        ) : steps.length + result.delta_operations.skipped.length === 0 ? (
          <EmptyPanel title={t.dry.operations}>{t.dry.operationsNone}</EmptyPanel>
        ) : (
          <Panel title={t.dry.operations}>
            <div className="grid gap-4">
              {steps.length === 0 ? (
                <p className="text-muted">{t.dry.operationsNone}</p>
              ) : (
                <StepList
                  steps={steps}
                  heading={(operation) => headingOf(operation, documents)}
                  onGoTo={({ operation }) => goToUnit(operation.block_ids)}
                />
              )}
              {result.delta_operations.skipped.length > 0 && (
                <ul aria-label={t.skipped} className="grid gap-2">
                  {result.delta_operations.skipped.map((operation, at) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: operations have no other name than their place
                    <li key={at} className="text-muted">
                      {stepWords(operation, headingOf(operation, documents))}
                      <span className="block text-12 text-warn-text">{t.skips[operation.reason ?? ''] ?? operation.reason}</span>
                    </li>
                  ))}
                </ul>
              )}
            </div>
          </Panel>
        )}
        {facts.added.length + facts.dropped.length + facts.unchanged.length === 0 ? (
          <EmptyPanel title={t.whyFacts}>{t.factsNone}</EmptyPanel>
        ) : (
          <Panel title={t.whyFacts} note={<FactCounts facts={facts} />}>
            <FactList facts={facts} onOpen={onOpen} />
          </Panel>
        )}
      </div>
      <SourcesOf unit={selected} sources={sources} onClose={() => select(null)} onOpen={onOpen} />
    </>
  );
}

function Verification({ verdict }: { verdict: Verdict }) {
  const isVerified = verdict === 'verified';
  const Icon = isVerified ? BadgeCheck : TriangleAlert;
  return (
    <p
      className={cx(
        'flex flex-wrap items-center gap-x-2 border-line-soft border-b px-4 py-2 text-12 text-muted',
        !isVerified && 'bg-warn-tint',
      )}
    >
      <span className={cx('inline-flex items-center gap-1.5 font-semibold', isVerified ? 'text-ok-text' : 'text-warn-text')}>
        <Icon size={14} aria-hidden />
        {isVerified ? t.dry.verified : t.dry.unverified}
      </span>
      {isVerified ? t.dry.verifiedText : verdict === 'moved' ? t.dry.unverifiedMoved : t.dry.unverifiedText}
    </p>
  );
}

/** Current and planned sources. The texts from the dry run are newer. */
function sourcesOf({ based_on }: DryRunRefresh, base: MentalModelVersion | undefined): Map<string, MentalModelSource> {
  const sources = new Map((base?.sources ?? []).map((source) => [source.id, source]));
  for (const [type, list] of Object.entries(based_on))
    for (const { id, text, context, occurred_start, mentioned_at } of list)
      sources.set(id, {
        id,
        type: type === 'mental-models' ? 'mental_model' : type,
        text,
        context: context ?? null,
        state: 'live',
        occurred_start: occurred_start ?? null,
        mentioned_at: mentioned_at ?? null,
      });
  return sources;
}
