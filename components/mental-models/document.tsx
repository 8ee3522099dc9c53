'use client';

import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { AddLast } from '#components/mental-models/block-sheets';
import { Blocks } from '#components/mental-models/blocks';
import { Evidence } from '#components/mental-models/evidence';
import { Prose } from '#components/mental-models/prose';
import { currentVersionQuery } from '#components/mental-models/queries';
import { RemovedBlocks } from '#components/mental-models/removed-blocks';
import { type BlockDecisions, useDecisions } from '#components/mental-models/use-decisions';
import { citedOf, isWritten } from '#components/mental-models/wording';
import { useBank, useConsole } from '#components/shell/console-context';
import { mentalModel as t } from '#components/strings/mental-model';
import { CopyButton } from '#components/ui/copy';
import { Panel } from '#components/ui/page';
import { Read } from '#components/ui/read';
import { Empty, Notice, Skeleton, SkeletonRows } from '#components/ui/states';
import type { MentalModel, MentalModelSource, MentalModelVersion } from '#lib/memory/mental-models/contract';

/** The current version of a mental model, with what the pointer highlights in it. */
export interface DocumentState {
  readonly version: UseQueryResult<MentalModelVersion>;
  readonly sources: readonly MentalModelSource[];
  readonly decisions: BlockDecisions;
  /** Id of the hovered block, whose sources are highlighted. */
  readonly block: string | null;
  readonly pointBlock: (id: string | null) => void;
  /** Id of the hovered source, whose blocks are highlighted. */
  readonly source: string | null;
  readonly pointSource: (id: string | null) => void;
}

export function useDocument({ id, version: current }: Pick<MentalModel, 'id' | 'version'>): DocumentState {
  const { organization } = useConsole();
  const version = useQuery(currentVersionQuery(organization.slug, useBank(), id, current));
  const [block, pointBlock] = useState<string | null>(null);
  const [source, pointSource] = useState<string | null>(null);
  const sources = useMemo(() => citedOf(version.data), [version.data]);
  return { version, sources, decisions: useDecisions(id), block, pointBlock, source, pointSource };
}

interface DocumentProps {
  model: MentalModel;
  of: DocumentState;
  onOpen: (memoryId: string | null) => void;
}

/** The document for reading and correcting, and its removed blocks. */
export function DocumentPanels({ model, of, isBeside, onOpen }: DocumentProps & { isBeside: boolean }) {
  const { version, sources, decisions, source, pointBlock } = of;
  const byId = useMemo(() => new Map(sources.map((one) => [one.id, one])), [sources]);
  const document = version.data?.document ?? null;
  return (
    <div className="grid gap-4 [&>*]:min-w-0">
      <Panel
        title={t.document}
        note={
          isWritten(model) && (
            <CopyButton text={model.content ?? ''} label={t.copyContent} what={t.contentMarkdown} look="ghost" size="sm" />
          )
        }
        flush={!isWritten(model)}
      >
        {!isWritten(model) ? (
          <Unwritten model={model} isRestored={version.data?.change === 'restore'} />
        ) : document && document.sections.length > 0 ? (
          <Blocks
            document={document}
            sources={byId}
            decisions={decisions}
            isBeside={isBeside}
            lit={source}
            onPoint={pointBlock}
            onOpen={onOpen}
          />
        ) : version.isPending ? (
          <SkeletonRows rows={6} />
        ) : (
          <>
            {version.data && <Notice tone="warn">{t.noDocument}</Notice>}
            <div dir="auto">
              <Prose text={model.content ?? ''} className="mt-3 max-w-[78ch] text-14" />
            </div>
          </>
        )}
      </Panel>
      {model.state !== 'generating' && (
        <div>
          <AddLast decisions={decisions} />
        </div>
      )}
      <RemovedBlocks decisions={decisions} />
    </div>
  );
}

/** The sources of the document. Nothing before its first refresh. */
export function EvidencePanel({ model, of: { version, sources, block, pointSource }, onOpen }: DocumentProps) {
  if (!isWritten(model)) return null;
  return (
    <Panel title={t.evidence} note={version.data && <span className="text-12 text-faint">{t.sources(sources.length)}</span>}>
      <Read of={version} failed={t.versionFailed} loading={<Skeleton className="w-3/5" />} className="!p-0">
        {({ document }) => <Evidence document={document ?? null} sources={sources} lit={block} onPoint={pointSource} onOpen={onOpen} />}
      </Read>
    </Panel>
  );
}

function Unwritten({ model: { state, refresh_retry, reflect_response }, isRestored }: { model: MentalModel; isRestored: boolean }) {
  const text =
    state === 'generating'
      ? t.writingText
      : reflect_response?.no_evidence
        ? t.emptyNoEvidence
        : state === 'empty'
          ? isRestored
            ? t.emptyRestored
            : t.emptyCleared
          : t.emptyPlain;
  return (
    <Empty bead="model" title={state === 'generating' && !refresh_retry ? t.writing : t.emptyTitle}>
      {text}
      {state !== 'generating' &&
        reflect_response?.warnings?.map((warning) => (
          <span key={warning} className="mt-2 block">
            {warning}
          </span>
        ))}
    </Empty>
  );
}
