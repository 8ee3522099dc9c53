'use client';

import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ActButtons, ActNote, type OperationActions } from '#components/operations/acts';
import { Bar, LaterText, StateMark } from '#components/operations/marks';
import { tokensOf } from '#components/operations/outcomes';
import { operationPath, versionsPath } from '#components/operations/paths';
import { operationQuery } from '#components/operations/queries';
import { Result } from '#components/operations/result';
import { Subject } from '#components/operations/subject';
import { isOpen, isShort, type OperationView, stateOf, viewOfChild, viewOfStatus } from '#components/operations/view';
import {
  aboutOf,
  attemptsText,
  factsText,
  nameOf,
  progressText,
  shareOf,
  tookOf,
  versionsText,
  waitedOf,
} from '#components/operations/words';
import { useBank, useConsole } from '#components/shell/console-context';
import { operations as t } from '#components/strings/operations';
import { Button } from '#components/ui/button';
import { CopyableCode, CopyableId } from '#components/ui/copy';
import { cx } from '#components/ui/cx';
import { Drawer } from '#components/ui/drawer';
import { Link } from '#components/ui/link';
import { KeyValues } from '#components/ui/page';
import { Read } from '#components/ui/read';
import { Empty, Notice, SkeletonLines } from '#components/ui/states';
import { Tabs } from '#components/ui/tabs';
import { RelativeTime } from '#components/ui/time';
import type { OperationStatusResponse } from '#lib/jobs/operations/contract';

export interface OperationDrawerProps {
  id: string;
  actsOf: (view: OperationView) => OperationActions;
  onOpen: (id: string) => void;
  onClose: () => void;
  onPrevious: (() => void) | null;
  onNext: (() => void) | null;
}

export function OperationDrawer({ id, actsOf, onOpen, onClose, onPrevious, onNext }: OperationDrawerProps) {
  const { organization } = useConsole();
  const bankId = useBank();
  const one = useQuery(operationQuery(organization.slug, bankId, id));
  const view = one.data && viewOfStatus(one.data);
  return (
    <Drawer
      title={view ? nameOf(view) : t.title}
      badge={view && <StateMark view={view} />}
      onClose={onClose}
      onPrevious={onPrevious}
      onNext={onNext}
      footer={view && <ActButtons view={view} acts={actsOf(view)} />}
    >
      <Read of={one} failed={t.oneFailed} loading={<SkeletonLines label={t.loading} />} className="!px-0 !py-0">
        {(operation) =>
          view ? (
            <About view={view} one={operation} slug={organization.slug} bankId={bankId} onOpen={onOpen} />
          ) : (
            <Empty bead="entity" title={t.missing} action={<Button onClick={onClose}>{t.close}</Button>} className="!px-0 !py-0">
              {t.missingText}
            </Empty>
          )
        }
      </Read>
    </Drawer>
  );
}

interface AboutProps {
  view: OperationView;
  one: OperationStatusResponse;
  slug: string;
  bankId: string;
  onOpen: (id: string) => void;
}

function About({ view, one, slug, bankId, onOpen }: AboutProps) {
  const parts = one.child_operations ?? [];
  return (
    <div className="grid gap-4">
      <p className="text-16 [overflow-wrap:anywhere]">
        <b className="font-semibold">{nameOf(view)}</b>{' '}
        {aboutOf(view) !== null && (
          <bdi className="text-muted">
            <Subject slug={slug} bankId={bankId} view={view} />
          </bdi>
        )}
      </p>
      <StatusNotice view={view} />
      <KeyValues items={factsOf(view, one, slug, bankId)} />
      <Tabs
        label={t.tabs}
        tabs={[
          {
            id: 'did',
            label: t.did,
            content: <Result slug={slug} bankId={bankId} view={view} result={one.result_metadata} onOpen={onOpen} />,
          },
          ...(parts.length > 0
            ? [{ id: 'parts', label: t.partsTab, count: parts.length, content: <Parts parts={parts} parent={view} onOpen={onOpen} /> }]
            : []),
          { id: 'json', label: t.json, content: <Json one={one} /> },
        ]}
      />
      <ActNote view={view} />
    </div>
  );
}

/** The current progress, or the reason why it ended in this state. */
function StatusNotice({ view }: { view: OperationView }) {
  const state = stateOf(view);
  if (state === 'failed') return <Notice tone="bad">{progressText(view)}</Notice>;
  if (state === 'cancelled') return <Notice>{progressText(view)}</Notice>;
  if (isShort(state)) return <Notice tone="warn">{progressText(view)}</Notice>;
  if (state === 'later')
    return (
      <Notice tone="warn">
        <LaterText view={view} />
      </Notice>
    );
  if (state === 'completed') return null;
  const share = shareOf(view);
  return (
    <div className="grid gap-1.5">
      {share !== null && <Bar share={share} label={t.progressOf(nameOf(view))} className="!w-full" />}
      <p className="text-muted">{progressText(view)}</p>
    </div>
  );
}

function factsOf(view: OperationView, one: OperationStatusResponse, slug: string, bankId: string): { key: string; value: ReactNode }[] {
  const took = tookOf(view);
  const waited = waitedOf(view);
  const attempts = attemptsText(view);
  const versions = versionsText(view);
  const changes = versionsPath(slug, bankId, view);
  const sources = factsText(view);
  const usage = tokensOf(one.result_metadata);
  const facts: { key: string; value: ReactNode; when?: boolean }[] = [
    { key: t.facts.items, value: view.items, when: view.items > 0 },
    {
      key: view.subject?.kind === 'mental_model' ? t.facts.model : t.facts.document,
      value: <Subject slug={slug} bankId={bankId} view={view} className="[overflow-wrap:anywhere]" />,
      when: view.subject !== null,
    },
    {
      key: t.facts.versions,
      value:
        changes === null ? (
          versions
        ) : (
          <Link href={changes} className="link tabular-nums">
            {versions}
          </Link>
        ),
      when: versions !== null,
    },
    { key: t.facts.sources, value: <span className="tabular-nums">{sources}</span>, when: sources !== null },
    {
      key: t.facts.partOf,
      value: view.parentId !== null && (
        <Link href={operationPath(slug, bankId, view.parentId)} className="link">
          {t.parentOf}
        </Link>
      ),
      when: view.parentId !== null,
    },
    { key: t.facts.attempts, value: attempts, when: attempts !== null },
    { key: t.facts.next, value: view.nextAt !== null && <RelativeTime at={view.nextAt} prose />, when: view.nextAt !== null },
    { key: t.facts.begun, value: view.createdAt !== null && <RelativeTime at={view.createdAt} prose />, when: view.createdAt !== null },
    {
      key: t.facts.ended,
      value: view.updatedAt !== null && <RelativeTime at={view.updatedAt} prose />,
      when: !isOpen(view) && view.updatedAt !== null,
    },
    { key: t.facts.waited, value: <span className="tabular-nums">{waited}</span>, when: waited !== null },
    { key: t.facts.duration, value: <span className="tabular-nums">{took}</span>, when: took !== null },
    {
      key: t.facts.tokens,
      value: usage && (usage.input + usage.output === 0 ? t.noTokens : t.tokens(usage.input, usage.output)),
      when: usage !== null,
    },
    { key: t.facts.id, value: <CopyableId id={view.id} what={t.facts.id} /> },
  ];
  return facts.filter(({ when = true }) => when).map(({ key, value }) => ({ key, value }));
}

/** The parts on the thread, each with its state. */
function Parts({
  parts,
  parent,
  onOpen,
}: {
  parts: NonNullable<OperationStatusResponse['child_operations']>;
  parent: OperationView;
  onOpen: (id: string) => void;
}) {
  return (
    <ul className="relative">
      {parts.map((part, at) => {
        const view = viewOfChild(part, parent);
        return (
          <li key={part.operation_id} className="relative ps-5">
            <span
              aria-hidden
              className={cx('absolute top-0 start-[5px] w-px bg-thread', at === parts.length - 1 ? 'h-[18px]' : 'h-full')}
            />
            <span aria-hidden className="absolute top-[18px] start-[5px] h-px w-3 bg-thread" />
            <button
              type="button"
              onClick={() => onOpen(part.operation_id)}
              className="flex min-h-9 w-full items-center gap-2 rounded-md px-1.5 text-left rtl:text-right hover:bg-hover phone:min-h-11"
            >
              <span className="min-w-0 grow truncate">
                {nameOf(view)} <span className="text-12 text-faint">{t.items(view.items)}</span>
              </span>
              <StateMark view={view} />
            </button>
            {view.error !== null && view.status !== 'completed' && (
              <p className={cx('px-1.5 pb-1.5 text-12', view.status === 'failed' ? 'text-bad-text' : 'text-faint')}>{view.error}</p>
            )}
          </li>
        );
      })}
    </ul>
  );
}

const Json = ({ one }: { one: OperationStatusResponse }) => <CopyableCode label={t.jsonOf} text={JSON.stringify(one, null, 2)} />;
