'use client';

import { useQuery } from '@tanstack/react-query';
import { Ban, Check, RefreshCw } from 'lucide-react';
import { type AccessQuestion, accessQuery } from '#components/access/queries';
import { RuleThread } from '#components/access/rule-thread';
import { KeyMissing } from '#components/keys/key-missing';
import { keyQuery } from '#components/keys/queries';
import { organizationPath } from '#components/shell/paths';
import { access as t } from '#components/strings/access';
import { KeyStatus } from '#components/ui/badge';
import { Button, ButtonLink } from '#components/ui/button';
import { cx } from '#components/ui/cx';
import { Panel } from '#components/ui/page';
import { Phrase } from '#components/ui/phrase';
import { Empty, Notice, SkeletonRows } from '#components/ui/states';
import { RelativeTime } from '#components/ui/time';

export function Verdict({ org, question }: { org: string; question: AccessQuestion | null }) {
  return (
    <Panel title={t.verdict} flush>
      {question ? (
        <Decided org={org} question={question} />
      ) : (
        <Empty bead="entity" title={t.waiting}>
          {t.waitingText}
        </Empty>
      )}
    </Panel>
  );
}

function Decided({ org, question }: { org: string; question: AccessQuestion }) {
  const verdict = useQuery(accessQuery(org, question));
  const key = useQuery(keyQuery(org, question.keyId)).data;
  if (verdict.isError) return <KeyMissing read={verdict} failed={t.failed} />;
  if (!verdict.data || !key) return <SkeletonRows rows={5} />;
  const { allowed, rule, words, status, code, bank } = verdict.data;
  const Icon = allowed ? Check : Ban;
  return (
    <div className="grid gap-4 p-4">
      <div role="status" className={cx('flex gap-3 rounded-md px-4 py-3', allowed ? 'bg-ok-tint' : 'bg-bad-tint')}>
        <Icon size={20} strokeWidth={2} aria-hidden className={cx('mt-0.5 shrink-0', allowed ? 'text-ok-text' : 'text-bad-text')} />
        <div className="min-w-0">
          <p className={cx('font-semibold text-16', allowed ? 'text-ok-text' : 'text-bad-text')}>
            {allowed ? t.allowed : t.refusedWith(status)}
          </p>
          <p className="text-14">{words}</p>
          <p className="mt-1 text-12 text-muted">
            {allowed ? bank.exists && t.isAllowed : <Phrase text={t.meets} status={status} code={<code>{code}</code>} />}
          </p>
        </div>
      </div>
      {!bank.exists && !allowed && <Notice>{t.unknownBankNote}</Notice>}
      <section aria-label={t.rules} className="grid gap-3">
        <h3 className="font-medium">{t.rules}</h3>
        <RuleThread rule={rule} isChild={key.parent !== null} action={verdict.data.action} />
      </section>
      <div className="flex flex-wrap items-center justify-between gap-3 border-line-soft border-t pt-3 text-12 text-faint">
        <span className="flex flex-wrap items-center gap-3">
          <KeyStatus status={key.status} expiresAt={key.expires_at} createdAt={key.created_at} />
          <span>
            <Phrase text={t.checked} time={<RelativeTime at={new Date(verdict.dataUpdatedAt).toISOString()} prose />} />
          </span>
        </span>
        <span className="flex items-center gap-2">
          <ButtonLink size="sm" href={organizationPath(org, 'keys', key.id)}>
            {t.openKey}
          </ButtonLink>
          <Button size="sm" icon={RefreshCw} busy={verdict.isFetching} onClick={() => void verdict.refetch()}>
            {t.again}
          </Button>
        </span>
      </div>
    </div>
  );
}
