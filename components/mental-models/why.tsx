'use client';

import { type ReactNode, useEffect, useRef } from 'react';
import { type ActorNamer, useWho } from '#components/mental-models/actor';
import { type ChangeStep, type DeltaOperation, type Facts, headingOf } from '#components/mental-models/causes';
import { OpChip } from '#components/mental-models/diff-row';
import { ShowMore } from '#components/mental-models/show-more';
import { SourceLine } from '#components/mental-models/source-line';
import { editedBy } from '#components/mental-models/version-line';
import { operationPath } from '#components/operations/paths';
import { useBank, useConsole } from '#components/shell/console-context';
import { blockDecisions as edits } from '#components/strings/block-decisions';
import { mentalModel as t } from '#components/strings/mental-model';
import { ui } from '#components/strings/ui';
import { Button } from '#components/ui/button';
import { CopyableId } from '#components/ui/copy';
import { Link } from '#components/ui/link';
import { focusInto, useRest, useSteps } from '#components/ui/reveal';
import { Scroller } from '#components/ui/scroller';
import type { MentalModelSource, MentalModelVersion, MentalModelVersionSummary } from '#lib/memory/mental-models/contract';

const FIRST = 5;
const STEP = 20;
/** Longer lists scroll on their own, so that the content below stays close. */
const MANY = 8;

interface WhyProps {
  /** The versions between the two sides, oldest first. */
  made: readonly MentalModelVersion[];
  /** The document in which sections are searched that none of the versions contains any more. */
  before: MentalModelVersion['document'];
  /** The number of versions in total. */
  all: number;
  /** The number of oldest versions that were not loaded. */
  hiddenCount: number;
  /** The number of versions that the next click adds. */
  more: number;
  onMore: () => void;
  facts: Facts;
  steps: readonly ChangeStep[];
  onOpen: (memoryId: string) => void;
  /** Scrolls to the block that a step changed. */
  onGoTo: (step: ChangeStep) => void;
}

/**
 * The cause of each version in between, the added and dropped facts, and the operations on each
 * block.
 */
export function Why({ made, before, all, hiddenCount, more, onMore, facts, steps, onOpen, onGoTo }: WhyProps) {
  const who = useWho();
  const list = useRef<HTMLOListElement>(null);
  const wasPressed = useRef(false);
  // The button disappears with the last version, so the focus moves to the list.
  useEffect(() => {
    if (wasPressed.current && hiddenCount === 0) focusInto(list.current?.firstElementChild);
    wasPressed.current = false;
  }, [hiddenCount]);
  const showMore = () => {
    wasPressed.current = true;
    onMore();
  };
  return (
    <div className="grid gap-5">
      <section className="grid gap-2">
        <h2 className="font-semibold">{t.why}</h2>
        {made.length === 0 && <p className="text-muted">{t.whySame}</p>}
        {hiddenCount > 0 && (
          <p className="text-muted">
            {t.inBetween(all - hiddenCount, all)}{' '}
            <button type="button" onClick={showMore} className="link phone:min-h-11">
              {t.showOlder(more, hiddenCount)}
            </button>
          </p>
        )}
        <Long label={t.versionsBetween} isLong={made.length > MANY}>
          <ol ref={list} className="grid gap-2">
            {made.map((version) => (
              <li key={version.version}>
                <Made version={version} who={who} />
              </li>
            ))}
          </ol>
        </Long>
      </section>
      <section className="grid gap-2">
        <h2 className="flex flex-wrap items-baseline justify-between gap-x-2 font-semibold">
          {t.whyFacts}
          <FactCounts facts={facts} />
        </h2>
        <FactList facts={facts} onOpen={onOpen} />
      </section>
      <Steps made={made} before={before} steps={steps} onGoTo={onGoTo} />
    </div>
  );
}

const Long = ({ label, isLong, children }: { label: string; isLong: boolean; children: ReactNode }) =>
  isLong ? (
    <Scroller label={label} className="-mx-1 max-h-[26rem] px-1 py-0.5">
      {children}
    </Scroller>
  ) : (
    children
  );

/** Describes how a version was written, in one sentence. */
export function madeWords(
  { version, change, mode, mode_reason, cause, actor, restored_version, decision }: MentalModelVersionSummary,
  who: ActorNamer,
): string {
  const name = t.version(version);
  if (change === 'create') return t.wroteOf.create(name);
  if (change === 'clear') return t.wroteOf.clear(name, who(actor));
  if (change === 'edit') return edits.wrote(name, editedBy(decision, who(actor)));
  if (change === 'restore') return t.wroteOf.restore(name, who(actor), t.version(restored_version ?? 0));
  const why = cause ?? 'asked';
  if (mode === 'delta') return t.wroteOf.delta(name, why, who(actor));
  return mode_reason ? t.wroteOf.fullBecause(name, why, who(actor), mode_reason) : t.wroteOf.full(name, why, who(actor));
}

const retractionOf = (state: string): string => t.retractions[state] ?? state;

function Made({ version, who }: { version: MentalModelVersion; who: ActorNamer }) {
  const { organization } = useConsole();
  const bankId = useBank();
  const { usage, operation_id, retraction, warnings } = version;
  return (
    <div className="grid gap-0.5">
      <p>{madeWords(version, who)}</p>
      <p className="flex flex-wrap items-center gap-x-2 text-12 text-faint">
        {version.change === 'refresh' && (
          <span className="tabular-nums">{usage.total_tokens > 0 ? t.spent(usage.total_tokens) : t.spentNone}</span>
        )}
        {operation_id && (
          <>
            <Link
              href={operationPath(organization.slug, bankId, operation_id)}
              className="link inline-flex min-h-6 items-center phone:min-h-11"
            >
              {t.seeOperation}
            </Link>
            <CopyableId id={operation_id} what={t.operationId} head={8} tail={4} />
          </>
        )}
      </p>
      {retraction && retraction.fact_ids.length > 0 && (
        <ul className="grid gap-0.5 text-12 text-muted">
          {retraction.fact_ids.map((id, at) => (
            <li key={id} className="[overflow-wrap:anywhere]">
              <span className="text-warn-text">{ui.labelBefore(retractionOf(retraction.fact_states[at] ?? ''))} </span>
              <bdi>{retraction.fact_texts[at] || t.deletedSource}</bdi>
            </li>
          ))}
        </ul>
      )}
      {warnings.map((warning) => (
        <p key={warning} className="text-12 text-warn-text">
          {warning}
        </p>
      ))}
    </div>
  );
}

interface FactsProps {
  facts: Facts;
  onOpen: (memoryId: string) => void;
}

const isNone = ({ added, dropped, unchanged }: Facts): boolean => added.length + dropped.length + unchanged.length === 0;

export const FactCounts = ({ facts }: Pick<FactsProps, 'facts'>) =>
  !isNone(facts) && (
    <span className="font-normal text-12 text-faint tabular-nums">
      {t.factCounts(facts.added.length, facts.dropped.length, facts.unchanged.length)}
    </span>
  );

/** Added, dropped and unchanged facts. */
export function FactList({ facts, onOpen }: FactsProps) {
  const { added, dropped, unchanged } = facts;
  const { isShown: isUnchangedShown, show: showUnchanged, list } = useRest<HTMLDivElement>(0);
  return (
    <div className="grid gap-2">
      {isNone(facts) && <p className="text-muted">{t.factsNone}</p>}
      <SomeFacts label={t.factAdded} facts={added} sign="+" onOpen={onOpen} />
      <SomeFacts label={t.factDropped} facts={dropped} sign="−" onOpen={onOpen} />
      {isUnchangedShown ? (
        <div ref={list}>
          <SomeFacts label={t.factUnchanged} facts={unchanged} onOpen={onOpen} />
        </div>
      ) : (
        unchanged.length > 0 && (
          <Button size="sm" look="ghost" className="-ms-2 justify-self-start" onClick={showUnchanged}>
            {t.showUnchanged(unchanged.length)}
          </Button>
        )
      )}
    </div>
  );
}

function SomeFacts({
  label,
  facts,
  sign,
  onOpen,
}: {
  label: string;
  facts: readonly MentalModelSource[];
  sign?: '+' | '−';
  onOpen: (memoryId: string) => void;
}) {
  const { shown: count, show, list } = useSteps<HTMLUListElement>(FIRST, STEP);
  if (facts.length === 0) return null;
  const shown = facts.slice(0, count);
  const hidden = facts.length - shown.length;
  return (
    <div>
      <h3 className="sr-only">{label}</h3>
      <ul ref={list} aria-label={label} className="grid gap-2">
        {shown.map((source) => (
          <li key={source.id}>
            <SourceLine source={source} sign={sign} onOpen={onOpen} />
          </li>
        ))}
      </ul>
      <ShowMore step={STEP} hidden={hidden} onShow={show} className="mt-1" />
    </div>
  );
}

function Steps({ made, before, steps, onGoTo }: Pick<WhyProps, 'made' | 'before' | 'steps' | 'onGoTo'>) {
  const documents = [...made.map(({ document }) => document), before];
  const hasRefreshed = made.some(({ change }) => change === 'refresh');
  if (!hasRefreshed) return null;
  return (
    <section className="grid gap-2">
      <h2 className="font-semibold">{t.operations}</h2>
      {steps.length === 0 ? (
        <p className="text-muted">{t.operationsNone}</p>
      ) : (
        <StepList steps={steps} heading={(operation) => headingOf(operation, documents)} onGoTo={onGoTo} isNumbered={made.length > 1} />
      )}
    </section>
  );
}

/** Describes an operation: "Update in “Late parts”". */
export const stepWords = ({ op }: DeltaOperation, heading: string | null): string => {
  const at = heading === null ? t.ofDeletedSection : heading === '' ? t.ofPreamble : t.ofSection(heading);
  return t.ops[op]?.(at) ?? t.unknownOp(op);
};

interface StepListProps {
  steps: readonly ChangeStep[];
  heading: (operation: DeltaOperation) => string | null;
  onGoTo: (step: ChangeStep) => void;
  /** Shows the version that each operation wrote. */
  isNumbered?: boolean;
}

export function StepList({ steps, heading, onGoTo, isNumbered = false }: StepListProps) {
  return (
    <Long label={t.operations} isLong={steps.length > MANY}>
      <ul className="grid gap-2">
        {steps.map((step) => {
          const { chip, version, operation } = step;
          const words = stepWords(operation, heading(operation));
          const detail: readonly (string | false)[] = [
            operation.source_ids.length > 0 && t.factsIn(operation.source_ids.length),
            operation.cause !== '' && (t.opCauses[operation.cause] ?? operation.cause.replaceAll('_', ' ')),
            isNumbered && version !== null && t.version(version),
          ];
          return (
            <li key={chip} id={`op-${chip}`} className="flex scroll-my-24 gap-2 rounded-sm target:bg-selected">
              <span className="phone:mt-3">
                <OpChip>{chip}</OpChip>
              </span>
              <div className="min-w-0">
                <button
                  type="button"
                  onClick={() => onGoTo(step)}
                  className="text-left rtl:text-right [overflow-wrap:anywhere] hover:text-accent-text phone:min-h-11"
                >
                  {words}
                </button>
                <p className="text-12 text-faint">{ui.series(detail.filter((part) => part !== false))}</p>
              </div>
            </li>
          );
        })}
      </ul>
    </Long>
  );
}
