'use client';

import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { changesQuery, revisionsQuery, useRestoreMemory } from '#components/memories/queries';
import { type RevisionState, type RevisionStep, stepsOf } from '#components/memories/revisions';
import { Successor } from '#components/memories/successor';
import { useBank, useConsole } from '#components/shell/console-context';
import { memories as t } from '#components/strings/memories';
import { ui } from '#components/strings/ui';
import { Bead, Thread, ThreadItem } from '#components/ui/bead';
import { Button } from '#components/ui/button';
import { WordDiff } from '#components/ui/diff';
import { Phrase } from '#components/ui/phrase';
import { Read, type ReadState } from '#components/ui/read';
import { SkeletonLines } from '#components/ui/states';
import { dayText, RelativeTime, spanText } from '#components/ui/time';
import { toast } from '#components/ui/toast';
import type { MemoryResponse } from '#lib/memory/memories/contract';

/** Changes of a fact and their actors, or the versions of an observation. */
export function History({ memory }: { memory: MemoryResponse }) {
  return memory.type === 'observation' ? <Changes memory={memory} /> : <Revisions memory={memory} />;
}

interface PastProps<Data> {
  read: ReadState<Data>;
  children: (data: Data) => ReactNode;
}

const Past = <Data,>({ read, children }: PastProps<Data>) => (
  <Read of={read} failed={t.historyFailed} loading={<SkeletonLines label={t.loading} lines={2} />} className="!p-0">
    {children}
  </Read>
);

/**
 * The state after a revision is the state before the next one; after the last, it is the current
 * memory.
 */
const nowOf = (memory: MemoryResponse): RevisionState => ({
  text: memory.text,
  context: memory.context,
  type: memory.type,
  occurred_start: memory.occurred_start,
  occurred_end: memory.occurred_end,
  mentioned_at: memory.mentioned_at,
  entities: memory.entity_refs.map(({ name }) => name),
  state: memory.state,
  invalidation_reason: memory.invalidation_reason,
  valid_from: memory.valid_from,
  valid_to: memory.valid_to,
  superseded_by: memory.superseded_by,
  validity_source: memory.validity_source,
});

type FieldWords = Partial<Record<keyof typeof t.fields, string>>;

const wordsOf = (before: RevisionState): FieldWords => ({
  state: t.states[before.state],
  context: before.context,
  type: ui.facts[before.type],
  occurred_start: before.occurred_start ? dayText(before.occurred_start) : '',
  occurred_end: before.occurred_end ? dayText(before.occurred_end) : '',
  mentioned_at: before.mentioned_at ? dayText(before.mentioned_at) : '',
  entities: ui.series([...before.entities].sort()),
  ...decidedWords(before),
});

/** The validity, if a request or a user decided it: what rules derive is a change of its own. */
function decidedWords({ valid_from, valid_to, superseded_by, validity_source: source }: RevisionState) {
  const isDecided = source === 'given' || source === 'set';
  const day = (at: string | null | undefined): string => (isDecided && at ? spanText(at) : '');
  return {
    valid_from: day(valid_from),
    valid_to: day(valid_to),
    superseded_by: (isDecided && superseded_by) || '',
    validity_source: isDecided ? t.validitySources[source] : '',
  };
}

/** What rules change. */
const derivedWords = ({ valid_to, superseded_by }: RevisionState): FieldWords => ({
  superseded_by: superseded_by ?? '',
  valid_to: valid_to ? spanText(valid_to) : '',
});

function Revisions({ memory }: { memory: MemoryResponse }) {
  const { organization } = useConsole();
  const read = useQuery(revisionsQuery(organization.slug, useBank(), memory.id));
  return (
    <Past read={read}>
      {({ items }) => {
        const steps = stepsOf(items, nowOf(memory));
        if (steps.length === 0) return <p className="text-muted">{t.noHistory}</p>;
        return (
          <Thread label={t.history}>
            {steps.map((step) => (
              <Revision key={step.revision.revision} step={step} memory={memory} />
            ))}
          </Thread>
        );
      }}
    </Past>
  );
}

/** A former or later value of a field; the memory that replaced this one as a link. */
function fieldValue(name: keyof typeof t.fields, words: string | undefined): ReactNode {
  if (!words) return t.nothingThere;
  return name === 'superseded_by' ? <Successor id={words} /> : words;
}

function Revision({ step: { revision, before, after }, memory }: { step: RevisionStep; memory: MemoryResponse }) {
  const { organization, lockedBy } = useConsole();
  const restore = useRestoreMemory(organization.slug, useBank(), memory.id);
  const { action, actor, reason, created_at } = revision;
  const isDerived = action === 'derive';
  const act = () =>
    restore.mutate(
      { revision: revision.revision, if_revision: memory.revision },
      { onSuccess: () => toast.done(t.restored), onError: (error) => toast.failed(t.restoreFailed, error) },
    );
  // Older revisions contain neither the mention time nor the validity.
  const { mentioned_at, valid_from, valid_to, superseded_by, validity_source } = after;
  const validity = { valid_from, valid_to, superseded_by, validity_source };
  const words = isDerived ? derivedWords : wordsOf;
  const [was, is] = [words({ mentioned_at, ...validity, ...before }), words(after)];
  const turns = action === 'invalidate' || action === 'revert';
  const fields = (Object.keys(was) as (keyof typeof was)[]).filter((name) => was[name] !== is[name] && !(turns && name === 'state'));
  const isRevealed = before.text !== after.text || fields.length > 0;
  return (
    <ThreadItem bead={<Bead kind={memory.type} hollow={after.state === 'invalidated'} />}>
      <p>
        <Phrase
          text={t.revision}
          action={<b className="font-medium">{t.actions[action]}</b>}
          by={<span className="text-muted">{t.by(isDerived ? t.validitySources.derived : actor.label)}</span>}
          time={<RelativeTime at={created_at} prose className="text-12 text-faint" />}
        />
      </p>
      {reason && (
        <p dir="auto" className="mt-0.5 text-muted [overflow-wrap:anywhere]">
          {reason}
        </p>
      )}
      {before.text !== after.text && <WordDiff before={before.text} after={after.text} className="mt-1.5" />}
      {fields.map((name) => (
        <p key={name} className="mt-0.5 text-12 text-muted [overflow-wrap:anywhere]">
          <Phrase text={t.becomes(t.fields[name], '{was}', '{is}')} was={fieldValue(name, was[name])} is={fieldValue(name, is[name])} />
        </p>
      ))}
      {isRevealed && !isDerived && (
        <Button
          size="sm"
          look="ghost"
          className="-ms-2 mt-1"
          locked={lockedBy('bank.write')}
          busy={restore.isPending}
          busyLabel={t.restoring}
          onClick={act}
        >
          {t.restore}
        </Button>
      )}
    </ThreadItem>
  );
}

function Changes({ memory }: { memory: MemoryResponse }) {
  const { organization } = useConsole();
  const read = useQuery(changesQuery(organization.slug, useBank(), memory.id));
  return (
    <Past read={read}>
      {(changes) =>
        changes.length === 0 ? (
          <p className="text-muted">{t.noChanges}</p>
        ) : (
          <Thread label={t.history}>
            {changes.toReversed().map(({ changed_at, previous_text, source_facts }, at, newest) => (
              <ThreadItem key={changed_at} bead={<Bead kind="observation" />}>
                <p className="text-12 text-faint">
                  <RelativeTime at={changed_at} prose /> · {t.newSources(source_facts.filter(({ is_new }) => is_new).length)}
                </p>
                {previous_text !== null && (
                  <WordDiff before={previous_text} after={newest[at - 1]?.previous_text ?? memory.text} className="mt-1" />
                )}
              </ThreadItem>
            ))}
          </Thread>
        )
      }
    </Past>
  );
}
