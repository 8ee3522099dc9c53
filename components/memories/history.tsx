'use client';

import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { changesQuery, revisionsQuery, useRestoreMemory } from '#components/memories/queries';
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
import type { MemoryResponse, MemoryRevision } from '#lib/memory/memories/contract';

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

type Before = MemoryRevision['before'];

/**
 * The state after a revision is the state before the next one; after the last, it is the current
 * memory.
 */
const nowOf = (memory: MemoryResponse): Before => ({
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

const wordsOf = (before: Before): Record<keyof typeof t.fields, string> => ({
  state: t.states[before.state],
  context: before.context,
  type: ui.facts[before.type],
  occurred_start: before.occurred_start ? dayText(before.occurred_start) : '',
  occurred_end: before.occurred_end ? dayText(before.occurred_end) : '',
  mentioned_at: before.mentioned_at ? dayText(before.mentioned_at) : '',
  entities: ui.series([...before.entities].sort()),
  ...decidedWords(before),
});

/** The validity, if a request or a user decided it: what rules derive is no change by anybody. */
function decidedWords({ valid_from, valid_to, superseded_by, validity_source: source }: Before) {
  const isDecided = source === 'given' || source === 'set';
  const day = (at: string | null | undefined): string => (isDecided && at ? spanText(at) : '');
  return {
    valid_from: day(valid_from),
    valid_to: day(valid_to),
    superseded_by: (isDecided && superseded_by) || '',
    validity_source: isDecided ? t.validitySources[source] : '',
  };
}

function Revisions({ memory }: { memory: MemoryResponse }) {
  const { organization } = useConsole();
  const read = useQuery(revisionsQuery(organization.slug, useBank(), memory.id));
  return (
    <Past read={read}>
      {({ items }) =>
        items.length === 0 ? (
          <p className="text-muted">{t.noHistory}</p>
        ) : (
          <Thread label={t.history}>
            {items.map((revision, at) => (
              <Revision key={revision.revision} revision={revision} after={items[at - 1]?.before ?? nowOf(memory)} memory={memory} />
            ))}
          </Thread>
        )
      }
    </Past>
  );
}

function Revision({ revision, after, memory }: { revision: MemoryRevision; after: Before; memory: MemoryResponse }) {
  const { organization, lockedBy } = useConsole();
  const restore = useRestoreMemory(organization.slug, useBank(), memory.id);
  const { before, action, actor, reason, created_at } = revision;
  const act = () =>
    restore.mutate(
      { revision: revision.revision, if_revision: memory.revision },
      { onSuccess: () => toast.done(t.restored), onError: (error) => toast.failed(t.restoreFailed, error) },
    );
  // Older revisions contain neither the mention time nor the validity.
  const { mentioned_at, valid_from, valid_to, superseded_by, validity_source } = after;
  const validity = { valid_from, valid_to, superseded_by, validity_source };
  const [was, is] = [wordsOf({ mentioned_at, ...validity, ...before }), wordsOf(after)];
  const turns = action === 'invalidate' || action === 'revert';
  const fields = (Object.keys(was) as (keyof typeof was)[]).filter((name) => was[name] !== is[name] && !(turns && name === 'state'));
  const isRevealed = before.text !== after.text || fields.length > 0;
  return (
    <ThreadItem bead={<Bead kind={memory.type} hollow={after.state === 'invalidated'} />}>
      <p>
        <Phrase
          text={t.revision}
          action={<b className="font-medium">{t.actions[action]}</b>}
          by={<span className="text-muted">{t.by(actor.label)}</span>}
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
          {t.becomes(t.fields[name], was[name] || t.nothingThere, is[name] || t.nothingThere)}
        </p>
      ))}
      {isRevealed && (
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
