'use client';

import { useQuery } from '@tanstack/react-query';
import { type Version, versionsOf } from '#components/observations/history';
import { historyQuery } from '#components/observations/queries';
import { useBank, useConsole } from '#components/shell/console-context';
import { observations as t } from '#components/strings/observations';
import { Bead, Thread, ThreadItem } from '#components/ui/bead';
import { WordDiff } from '#components/ui/diff';
import { Phrase } from '#components/ui/phrase';
import { Read } from '#components/ui/read';
import { Skeleton } from '#components/ui/states';
import { RelativeTime } from '#components/ui/time';

/** Previous texts, each with the facts that caused the change. */
export function HistoryList({ id, text }: { id: string; text: string }) {
  const { organization } = useConsole();
  const query = useQuery(historyQuery(organization.slug, useBank(), id));
  return (
    <Read of={query} failed={t.historyFailed} loading={<Skeleton className="w-3/5" />} className="!px-0">
      {(history) => <Changes versions={versionsOf(history, text)} />}
    </Read>
  );
}

const Changes = ({ versions }: { versions: readonly Version[] }) =>
  versions.length === 0 ? (
    <p className="text-muted">{t.historyNone}</p>
  ) : (
    <Thread label={t.tabs.history}>
      {versions.map((version, at) => (
        <ThreadItem key={version.changedAt} bead={<Bead kind="observation" hollow={at > 0} />}>
          <Change version={version} />
        </ThreadItem>
      ))}
    </Thread>
  );

function Change({ version: { changedAt, before, after, addedFacts } }: { version: Version }) {
  return (
    <div className="grid gap-1.5">
      <p className="text-12 text-faint">
        <Phrase text={t.changedAt} time={<RelativeTime at={changedAt} />} />
      </p>
      {before === null || after === null ? (
        <>
          <p className="text-muted">{t.historyDeleted}</p>
          {(after ?? before) !== null && (
            <p dir="auto" className="break-words">
              {after ?? before}
            </p>
          )}
        </>
      ) : (
        <WordDiff before={before} after={after} />
      )}
      <p className="text-12 text-faint">{addedFacts.length === 0 ? t.factsAddedNone : t.factsAdded(addedFacts.length)}</p>
      {addedFacts.length > 0 && (
        <ul className="grid gap-1">
          {addedFacts.map(({ id, text, type }) => (
            <li key={id} className="flex gap-2 text-12">
              <Bead kind={type ?? 'world'} hollow={text === null} size={9} className="mt-1" />
              <span dir="auto" className="min-w-0 break-words text-muted">
                {text ?? t.deletedFact}
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
