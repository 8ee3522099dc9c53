'use client';

import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ActButtons, ActNote, type Acts } from '#components/operations/acts';
import { Bar, LaterText, StateMark } from '#components/operations/marks';
import { tokensOf } from '#components/operations/outcomes';
import { documentPath, operationPath } from '#components/operations/paths';
import { operationQuery } from '#components/operations/queries';
import { Result } from '#components/operations/result';
import {
  aboutOf,
  attemptsText,
  isOpen,
  isShort,
  nameOf,
  progressText,
  shareOf,
  stateOf,
  type Told,
  toldOfChild,
  toldOfStatus,
  tookOf,
  waitedOf,
} from '#components/operations/words';
import { useBank, useConsole } from '#components/shell/console-context';
import { operations as t } from '#components/strings/operations';
import { Button } from '#components/ui/button';
import { CopyableId, CopyButton } from '#components/ui/copy';
import { cx } from '#components/ui/cx';
import { Drawer } from '#components/ui/drawer';
import { Link } from '#components/ui/link';
import { CodeBlock, KeyValues } from '#components/ui/page';
import { Read } from '#components/ui/read';
import { Empty, Notice, SkeletonLines } from '#components/ui/states';
import { Tabs } from '#components/ui/tabs';
import { RelativeTime } from '#components/ui/time';
import type { OperationStatusResponse } from '#lib/jobs/operations/contract';

export interface OperationDrawerProps {
  id: string;
  actsOf: (told: Told) => Acts;
  onOpen: (id: string) => void;
  onClose: () => void;
  onPrevious: (() => void) | null;
  onNext: (() => void) | null;
}

export function OperationDrawer({ id, actsOf, onOpen, onClose, onPrevious, onNext }: OperationDrawerProps) {
  const { organization } = useConsole();
  const bankId = useBank();
  const one = useQuery(operationQuery(organization.slug, bankId, id));
  const told = one.data && toldOfStatus(one.data);
  return (
    <Drawer
      title={told ? nameOf(told) : t.title}
      badge={told && <StateMark told={told} />}
      onClose={onClose}
      onPrevious={onPrevious}
      onNext={onNext}
      footer={told && <ActButtons told={told} acts={actsOf(told)} />}
    >
      <Read of={one} failed={t.oneFailed} loading={<SkeletonLines label={t.loading} />} className="!px-0 !py-0">
        {(operation) =>
          told ? (
            <About told={told} one={operation} slug={organization.slug} bankId={bankId} onOpen={onOpen} />
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
  told: Told;
  one: OperationStatusResponse;
  slug: string;
  bankId: string;
  onOpen: (id: string) => void;
}

function About({ told, one, slug, bankId, onOpen }: AboutProps) {
  const parts = one.child_operations ?? [];
  const about = aboutOf(told);
  return (
    <div className="grid gap-4">
      <p className="text-16 [overflow-wrap:anywhere]">
        <b className="font-semibold">{nameOf(told)}</b>
        {about && <span className={cx('ml-2 text-muted', told.documentId !== null && 'font-mono text-13')}>{about}</span>}
      </p>
      <Standing told={told} />
      <KeyValues items={factsOf(told, one, slug, bankId)} />
      <Tabs
        label={t.tabs}
        tabs={[
          {
            id: 'did',
            label: t.did,
            content: <Result slug={slug} bankId={bankId} told={told} result={one.result_metadata} onOpen={onOpen} />,
          },
          ...(parts.length > 0
            ? [{ id: 'parts', label: t.partsTab, count: parts.length, content: <Parts parts={parts} parent={told} onOpen={onOpen} /> }]
            : []),
          { id: 'json', label: t.json, content: <Json one={one} /> },
        ]}
      />
      <ActNote told={told} />
    </div>
  );
}

/** How it goes now, or why it ended as it did. */
function Standing({ told }: { told: Told }) {
  const state = stateOf(told);
  if (state === 'failed') return <Notice tone="bad">{progressText(told)}</Notice>;
  if (state === 'cancelled') return <Notice>{progressText(told)}</Notice>;
  if (isShort(state)) return <Notice tone="warn">{progressText(told)}</Notice>;
  if (state === 'later')
    return (
      <Notice tone="warn">
        <LaterText told={told} />
      </Notice>
    );
  if (state === 'completed') return null;
  const share = shareOf(told);
  return (
    <div className="grid gap-1.5">
      {share !== null && <Bar share={share} label={t.progressOf(nameOf(told))} className="!w-full" />}
      <p className="text-muted">{progressText(told)}</p>
    </div>
  );
}

function factsOf(told: Told, one: OperationStatusResponse, slug: string, bankId: string): { key: string; value: ReactNode }[] {
  const took = tookOf(told);
  const waited = waitedOf(told);
  const attempts = attemptsText(told);
  const usage = tokensOf(one.result_metadata);
  const facts: { key: string; value: ReactNode; when?: boolean }[] = [
    { key: t.facts.items, value: told.items, when: told.items > 0 },
    {
      key: t.facts.document,
      value: told.documentId !== null && (
        <Link href={documentPath(slug, bankId, told.documentId)} className="link break-all font-mono text-12">
          {told.documentId}
        </Link>
      ),
      when: told.documentId !== null,
    },
    {
      key: t.facts.partOf,
      value: told.parentId !== null && (
        <Link href={operationPath(slug, bankId, told.parentId)} className="link">
          {t.parentOf}
        </Link>
      ),
      when: told.parentId !== null,
    },
    { key: t.facts.attempts, value: attempts, when: attempts !== null },
    { key: t.facts.next, value: told.nextAt !== null && <RelativeTime at={told.nextAt} prose />, when: told.nextAt !== null },
    { key: t.facts.begun, value: told.createdAt !== null && <RelativeTime at={told.createdAt} prose />, when: told.createdAt !== null },
    {
      key: t.facts.ended,
      value: told.updatedAt !== null && <RelativeTime at={told.updatedAt} prose />,
      when: !isOpen(told) && told.updatedAt !== null,
    },
    { key: t.facts.waited, value: <span className="tabular-nums">{waited}</span>, when: waited !== null },
    { key: t.facts.duration, value: <span className="tabular-nums">{took}</span>, when: took !== null },
    {
      key: t.facts.tokens,
      value: usage && (usage.input + usage.output === 0 ? t.noTokens : t.tokens(usage.input, usage.output)),
      when: usage !== null,
    },
    { key: t.facts.id, value: <CopyableId id={told.id} what={t.facts.id} /> },
  ];
  return facts.filter(({ when = true }) => when).map(({ key, value }) => ({ key, value }));
}

/** The parts on the thread, each with its end. */
function Parts({
  parts,
  parent,
  onOpen,
}: {
  parts: NonNullable<OperationStatusResponse['child_operations']>;
  parent: Told;
  onOpen: (id: string) => void;
}) {
  return (
    <ul className="relative">
      {parts.map((part, at) => {
        const told = toldOfChild(part, parent);
        return (
          <li key={part.operation_id} className="relative pl-5">
            <span aria-hidden className={cx('absolute top-0 left-[5px] w-px bg-thread', at === parts.length - 1 ? 'h-[18px]' : 'h-full')} />
            <span aria-hidden className="absolute top-[18px] left-[5px] h-px w-3 bg-thread" />
            <button
              type="button"
              onClick={() => onOpen(part.operation_id)}
              className="flex min-h-9 w-full items-center gap-2 rounded-md px-1.5 text-left hover:bg-hover phone:min-h-11"
            >
              <span className="min-w-0 grow truncate">
                {nameOf(told)} <span className="text-12 text-faint">{t.items(told.items)}</span>
              </span>
              <StateMark told={told} />
            </button>
            {told.error !== null && told.status !== 'completed' && (
              <p className={cx('px-1.5 pb-1.5 text-12', told.status === 'failed' ? 'text-bad-text' : 'text-faint')}>{told.error}</p>
            )}
          </li>
        );
      })}
    </ul>
  );
}

function Json({ one }: { one: OperationStatusResponse }) {
  const text = JSON.stringify(one, null, 2);
  return (
    <div className="relative">
      <CodeBlock label={t.jsonOf}>{text}</CodeBlock>
      <CopyButton text={text} what={t.jsonOf} className="absolute top-1.5 right-1.5" />
    </div>
  );
}
