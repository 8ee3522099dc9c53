'use client';

import type { ReactNode } from 'react';
import { beadOf, groupsWords, usageWords } from '#components/mental-models/wording';
import { fixed } from '#components/strings/counted';
import { mentalModel as t } from '#components/strings/mental-model';
import { ui } from '#components/strings/ui';
import { Badge, Chip, type Tone } from '#components/ui/badge';
import { Bead } from '#components/ui/bead';
import { cx } from '#components/ui/cx';
import { EmptyPanel, KeyValues, Panel } from '#components/ui/page';
import { Phrase } from '#components/ui/phrase';
import { Notice } from '#components/ui/states';
import { apart, RelativeTime, useNow } from '#components/ui/time';
import type { DryRunRefresh } from '#lib/memory/mental-models/contract';

/** The panels of a dry run. */

const MS = 1000;
const tookWords = (ms: number): string => (ms < MS ? `${ms} ms` : `${fixed(ms / MS, 1)} s`);

export const isFailed = ({ outcome }: Pick<DryRunRefresh, 'outcome'>): boolean => outcome.startsWith('refresh_failed');

const toneOf = (result: DryRunRefresh): Tone => (isFailed(result) ? 'bad' : result.outcome === 'content_written' ? 'accent' : 'plain');

export function modeWords({ requested_mode, effective_mode, mode_fallback_reason }: DryRunRefresh): string {
  // If the run failed, its reason does not explain the mode.
  if (requested_mode === effective_mode) return t.dry.modeSame(t.modes[effective_mode]);
  const [asked, used] = [t.modes[requested_mode], t.modes[effective_mode]];
  return mode_fallback_reason ? t.dry.modeOtherBecause(asked, used, t.reasons[mode_fallback_reason]) : t.dry.modeOther(asked, used);
}

export function VerdictPanel({ result, at }: { result: DryRunRefresh; at: string }) {
  const { outcome, no_evidence, failure, warnings, method, usage, duration_ms, document_tokens, document_budget } = result;
  return (
    <Panel
      title={t.dry.verdicts[outcome]}
      note={<Badge tone={toneOf(result)}>{t.modes[result.effective_mode]}</Badge>}
      footer={
        <span>
          <Phrase text={t.dry.at} time={<RelativeTime at={at} prose />} />
        </span>
      }
    >
      <div className="grid gap-3">
        <p className="text-muted">{no_evidence ? t.dry.noEvidence : t.dry.verdictText[outcome]}</p>
        {failure && (
          <Notice tone="bad">
            <b>{failure.message}</b>
          </Notice>
        )}
        {warnings.map((warning) => (
          <Notice key={warning} tone="warn">
            {warning}
          </Notice>
        ))}
        <KeyValues
          items={[
            { key: t.dry.mode, value: modeWords(result) },
            ...(method ? [{ key: t.dry.method, value: t.methods(method) }] : []),
            { key: t.dry.cost, value: usageWords(usage) ?? t.usageNone },
            { key: t.dry.took, value: tookWords(duration_ms) },
            { key: t.dry.size, value: t.tokensOf(document_tokens, document_budget) },
          ]}
        />
      </div>
    </Panel>
  );
}

/**
 * The scope of the refresh, which the server derived from the tags of the model and its trigger.
 */
function Scope({ scope: { tags, tags_match, tag_groups } }: Pick<DryRunRefresh, 'scope'>) {
  if (tag_groups) return groupsWords(tag_groups);
  return (
    <>
      {tags && tags.length > 0 ? (
        <span className="flex flex-wrap items-center gap-1">
          {t.dry.matches[tags_match]}
          {tags.map((tag) => (
            <Chip key={tag}>#{tag}</Chip>
          ))}
        </span>
      ) : tags_match === 'exact' ? (
        t.dry.scopeUntagged
      ) : (
        t.dry.scopeAll
      )}
      <span dir="auto" className="block text-left font-mono text-12 text-faint rtl:text-right">
        {t.dry.tagsMatch(tags_match)}
      </span>
    </>
  );
}

export function WindowPanel({ result: { window, scope, effective_mode } }: { result: DryRunRefresh }) {
  const isNothingNew = effective_mode === 'delta' && (window.after_revision ?? -1) >= window.up_to_revision;
  const after = isNothingNew || effective_mode === 'full' ? null : (window.created_after ?? null);
  const moments = [after, window.created_before, window.watermark ?? null].filter((at) => at !== null);
  const clock = useNow();
  const labels = new Map(apart(moments, clock).map((words, i) => [moments[i], words]));
  const until = <RelativeTime at={window.created_before} label={labels.get(window.created_before)} prose />;
  return (
    <Panel title={t.dry.window}>
      <KeyValues
        items={[
          {
            key: t.dry.range,
            value: (
              <>
                {after === null ? (
                  <Phrase text={isNothingNew ? t.dry.windowNone : t.dry.windowFull} until={until} />
                ) : (
                  <Phrase text={t.dry.windowDelta} after={<RelativeTime at={after} label={labels.get(after)} prose />} until={until} />
                )}
                <span className="block text-12 text-faint">{t.dry.revisions(window.after_revision ?? null, window.up_to_revision)}</span>
              </>
            ),
          },
          {
            key: t.dry.watermark,
            value: (
              <RelativeTime at={window.watermark ?? null} label={labels.get(window.watermark ?? '')} none={t.dry.watermarkNone} prose />
            ),
          },
          {
            key: t.dry.scope,
            value: <Scope scope={scope} />,
          },
          {
            key: t.dry.types,
            value: (
              <>
                {scope.fact_types ? ui.series(scope.fact_types.map((type) => t.dry.ofType[type] ?? type)) : t.dry.typesAll}
                {scope.exclude_mental_models && <span className="block text-12 text-faint">{t.dry.modelsExcluded}</span>}
              </>
            ),
          },
        ]}
      />
    </Panel>
  );
}

const ORDER = ['world', 'experience', 'observation', 'mental-models'];

/** The number of read and cited memories by type, as two bars on one scale. */
export function FactsPanel({ result: { facts } }: { result: DryRunRefresh }) {
  const types = [...new Set([...ORDER, ...Object.keys(facts.retrieved)])].filter((type) => (facts.retrieved[type] ?? 0) > 0);
  if (types.length === 0) return <EmptyPanel title={t.dry.facts}>{t.dry.factsNone}</EmptyPanel>;
  const most = Math.max(1, ...Object.values(facts.retrieved));
  return (
    <Panel title={t.dry.facts}>
      <p className="mb-3 text-muted">{t.dry.factsText}</p>
      <ul className="grid gap-3">
        {types.map((type) => {
          const [retrieved, used] = [facts.retrieved[type] ?? 0, facts.used[type] ?? 0];
          const name = t.dry.ofType[type] ?? type;
          return (
            <li key={type} className="grid grid-cols-[7.5rem_minmax(0,1fr)] items-center gap-3">
              <span className="flex items-center gap-1.5">
                <Bead kind={beadOf(type)} size={9} />
                {name}
              </span>
              <span role="img" aria-label={t.dry.pair(name, retrieved, used)} className="grid gap-0.5">
                <PairedBar share={retrieved / most} text={t.dry.retrieved(retrieved)} />
                <PairedBar share={used / most} text={t.dry.used(used)} isUsed />
              </span>
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}

const PairedBar = ({ share, text, isUsed = false }: { share: number; text: string; isUsed?: boolean }) => (
  <span className="grid grid-cols-[minmax(0,1fr)_4.5rem] items-center gap-2">
    <span className="h-2 overflow-hidden rounded-sm bg-sunken">
      <span
        className={cx('block h-full min-w-px rounded-sm', isUsed ? 'bg-accent' : 'bg-line-strong')}
        style={{ width: `${Math.round(share * 1000) / 10}%` }}
      />
    </span>
    <span className="text-12 text-faint tabular-nums">{text}</span>
  </span>
);

/** The searches and language model calls, in order. */
export function TracePanel({ result: { trace } }: { result: DryRunRefresh }) {
  const lines: readonly { name: string; detail: ReactNode; ms: number }[] = [
    ...trace.tool_calls.map(({ tool, result_count, duration_ms }) => ({
      name: t.dry.tools[tool] ?? tool.replaceAll('_', ' '),
      detail: result_count === null || result_count === undefined ? null : t.dry.found(result_count),
      ms: duration_ms,
    })),
    ...trace.llm_calls.map(({ scope, duration_ms }) => ({ name: t.dry.asked(scope), detail: null, ms: duration_ms })),
  ];
  if (lines.length === 0) return null;
  return (
    <Panel title={t.dry.trace}>
      <ol className="grid gap-1.5">
        {lines.map(({ name, detail, ms }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a search may be made twice
          <li key={at} className="flex flex-wrap items-baseline gap-x-2">
            <span>{name}</span>
            <span className="text-12 text-faint tabular-nums">{detail}</span>
            <span className="ms-auto text-12 text-faint tabular-nums">{tookWords(Math.round(ms))}</span>
          </li>
        ))}
      </ol>
    </Panel>
  );
}
