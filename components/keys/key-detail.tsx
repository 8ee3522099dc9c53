'use client';

import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { ScrollText, ShieldCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { AllBankChips, isHeldBack } from '#components/keys/bank-chips';
import { verbsOf } from '#components/keys/create-key';
import type { KeyDialog } from '#components/keys/dialogs';
import { useDismissedHints } from '#components/keys/dismissed-hints';
import { FamilyTree } from '#components/keys/family';
import { hintsOf } from '#components/keys/hints';
import { keyQuery, keysQuery } from '#components/keys/queries';
import type { Response } from '#components/keys/response';
import { useKeyReasons } from '#components/keys/use-locks';
import { useConsole } from '#components/shell/console-context';
import { organizationPath } from '#components/shell/paths';
import { connect } from '#components/strings/connect';
import { listed } from '#components/strings/counted';
import { keys as t } from '#components/strings/keys';
import { Expiry } from '#components/ui/badge';
import { Button, ButtonLink } from '#components/ui/button';
import { CopyableId, CopyButton } from '#components/ui/copy';
import { Link } from '#components/ui/link';
import { KeyValues } from '#components/ui/page';
import { Phrase } from '#components/ui/phrase';
import { Notice } from '#components/ui/states';
import { dayText, RelativeTime, useNow } from '#components/ui/time';
import type { ConsoleKey } from '#lib/access/keys/contract';
import { isUuid } from '#lib/base/ids';
import type { CallerKind } from '#lib/base/roles';

export type KeyDetail = Response<typeof import('#lib/access/keys/contract').getKey>;

interface DetailProps {
  detail: KeyDetail;
  onDo: (doing: KeyDialog) => void;
  /** The URL of another key: its drawer or its page. */
  hrefOf: (id: string) => string;
}

function kindOf({ origin, access, allowed_bank_ids }: ConsoleKey): CallerKind {
  if (origin === 'child') return 'child_key';
  if (access) return access === 'read' ? 'reading_application' : 'application';
  return allowed_bank_ids === null ? 'unrestricted_key' : 'restricted_key';
}

/** Notices above the facts: hints, and the progress of a rotation. */
export function KeyNotices({ detail, onDo, hrefOf }: DetailProps) {
  const { organization } = useConsole();
  const { left, dismiss } = useDismissedHints(organization.slug);
  const hints = left(detail.id, hintsOf(detail, useNow()));
  return (
    <>
      {hints && (hints.unusedDays !== null || hints.neverEnds) && (
        <Notice
          tone="warn"
          action={
            <Button look="ghost" size="sm" onClick={() => dismiss([[detail.id, hints]])}>
              {t.dismiss}
            </Button>
          }
        >
          {hints.unusedDays !== null && <p>{hints.wasNeverUsed ? t.hintNeverUsed(hints.unusedDays) : t.hintUnused(hints.unusedDays)}</p>}
          {hints.neverEnds && <p>{detail.allowed_bank_ids === null ? t.hintEndlessAll : t.hintEndless}</p>}
        </Notice>
      )}
      {detail.status === 'active' && <BanksNotice detail={detail} />}
      <Rotation detail={detail} onDo={onDo} hrefOf={hrefOf} />
    </>
  );
}

/** Explains why it does not reach its banks. */
function BanksNotice({ detail: { allowed_bank_ids: banks, withheld_bank_ids: withheld } }: Pick<DetailProps, 'detail'>) {
  const isNone = banks?.length === 0;
  if (withheld.length === 0) return isNone && <Notice tone="warn">{t.noBanksLeft}</Notice>;
  return (
    <Notice tone="warn">
      {isNone && `${t.withheldAll} `}
      <Phrase text={t.withheld(withheld.length)} banks={<b className="[overflow-wrap:anywhere]">{listed(withheld)}</b>} />
    </Notice>
  );
}

const rotatedFrom = (key: ConsoleKey): string | null => {
  const id = key.metadata.rotated_from;
  return typeof id === 'string' && isUuid(id) && key.origin === 'console' ? id : null;
};

const ALL_ACTIVE = { status: ['active'], q: '', sort: 'created_at', order: 'desc' } as const;

function Rotation({ detail, onDo, hrefOf }: DetailProps) {
  const { organization } = useConsole();
  const reasons = useKeyReasons();
  const from = rotatedFrom(detail);
  const old = useQuery({ ...keyQuery(organization.slug, from ?? ''), enabled: from !== null }).data;
  const active = useInfiniteQuery(keysQuery(organization.slug, ALL_ACTIVE)).data;
  const next = active?.pages.flatMap(({ items }) => items).find((key) => rotatedFrom(key) === detail.id);
  return (
    <>
      {old?.status === 'active' && (
        <Notice>
          <Phrase
            text={old.last_used_at === null ? t.oldNeverUsed : t.oldLastUsed}
            stillWorks={<b>{t.oldStillActive}</b>}
            name={
              <Link href={hrefOf(old.id)} className="link">
                {old.name}
              </Link>
            }
            time={<RelativeTime toMinute at={old.last_used_at} prose />}
          />
          <div className="mt-2">
            <Button size="sm" look="danger" locked={reasons(old).revoke} onClick={() => onDo({ kind: 'revoke', id: old.id })}>
              {t.revokeOld}
            </Button>
          </div>
        </Notice>
      )}
      {old && old.status !== 'active' && <Notice>{t.oldStopped}</Notice>}
      {next && detail.status === 'active' && (
        <Notice>
          <Phrase
            text={t.replacedNote}
            name={
              <Link href={hrefOf(next.id)} className="link">
                {next.name}
              </Link>
            }
          />
        </Notice>
      )}
    </>
  );
}

/** The facts of a key. */
export function KeyFacts({ detail, hrefOf }: Pick<DetailProps, 'detail' | 'hrefOf'>) {
  const may = [...verbsOf(kindOf(detail)), ...(detail.create_scoped_keys ? [t.doesMint] : [])];
  const items: { key: string; value: ReactNode }[] = [
    {
      key: t.facts.prefix,
      value: (
        <span className="inline-flex flex-wrap items-center gap-x-0.5">
          <span className="font-mono text-12">{detail.prefix}…</span>
          <CopyButton text={detail.prefix} what={t.prefixOf(detail.name)} className="phone:-my-3" />
          <span className="text-12 text-faint">{t.prefixNote}</span>
        </span>
      ),
    },
    { key: t.facts.banks, value: <AllBankChips banks={detail.allowed_bank_ids} isForNow={isHeldBack(detail)} /> },
    ...(detail.access ? [{ key: connect.access, value: connect.accesses[detail.access].label }] : []),
    { key: t.facts.may, value: listed(may) },
    { key: t.facts.lastUsed, value: <RelativeTime toMinute at={detail.last_used_at} none={t.neverUsed} prose /> },
    { key: detail.status === 'expired' ? t.facts.expired : t.facts.expires, value: <End keyOf={detail} /> },
    { key: t.facts.created, value: <Made keyOf={detail} /> },
    ...(detail.parent ? [] : [{ key: t.facts.origin, value: t.origins[detail.origin] }]),
  ];
  if (detail.parent) {
    items.push({
      key: t.facts.parent,
      value: (
        <Link href={hrefOf(detail.parent.id)} className="link">
          {detail.parent.name}
        </Link>
      ),
    });
  }
  if (detail.revoked_at) {
    items.push({
      key: t.facts.revoked,
      value: detail.revoked_by ? (
        <Phrase text={t.whenBy} time={<RelativeTime at={detail.revoked_at} prose />} who={detail.revoked_by} />
      ) : (
        <RelativeTime at={detail.revoked_at} prose />
      ),
    });
  }
  items.push({ key: t.facts.id, value: <CopyableId id={detail.id} what={t.facts.id} /> });
  return <KeyValues items={items} />;
}

/** A revoked key shows no expiry. */
const End = ({ keyOf: key }: { keyOf: ConsoleKey }) =>
  key.status === 'revoked' ? (
    <RelativeTime at={key.expires_at} none={t.neverEnds} className="text-faint" />
  ) : (
    <Expiry at={key.expires_at} since={key.created_at} />
  );

/** A child key shows its parent on a separate line, with a link. */
function Made({ keyOf: key }: { keyOf: ConsoleKey }) {
  if (key.parent) return <RelativeTime at={key.created_at} prose />;
  return (
    <Phrase
      text={t.whenBy}
      time={dayText(key.created_at)}
      who={<span className="[overflow-wrap:anywhere]">{key.origin === 'bootstrap' ? t.bootstrapper : key.created_by}</span>}
    />
  );
}

const SHOWN_CHILDREN = 50;

export function KeyFamily({ detail, hrefOf }: Pick<DetailProps, 'detail' | 'hrefOf'>) {
  const { children } = detail;
  if (children.length === 0) return <p className="text-faint">{detail.create_scoped_keys ? t.familyEmpty : t.familyNone}</p>;
  return (
    <>
      <FamilyTree parent={detail} members={children.slice(0, SHOWN_CHILDREN)} hrefOf={({ id }) => hrefOf(id)} />
      {children.length > SHOWN_CHILDREN && <p className="mt-2 text-12 text-faint">{t.familyMore(children.length - SHOWN_CHILDREN)}</p>}
    </>
  );
}

/** The consequences of revoking the key now. */
export function KeyBreaks({ detail: { consequences, status, name } }: Pick<DetailProps, 'detail'>) {
  if (status !== 'active' && consequences.keys === 0) return <p className="text-faint">{t.breaksNothing}</p>;
  return (
    <ul className="grid gap-1 text-muted">
      <li>{t.breaksKeys(consequences.keys)}</li>
      <li>{t.breaksBanks(consequences.bank_ids?.length ?? null)}</li>
      <li>
        {consequences.last_used_at === null ? (
          t.breaksUnused(consequences.keys)
        ) : (
          <Phrase
            text={consequences.last_used_name === null || consequences.last_used_name === name ? t.breaksUsed : t.breaksUsedBy}
            time={<RelativeTime toMinute at={consequences.last_used_at} prose />}
            name={consequences.last_used_name}
          />
        )}
      </li>
    </ul>
  );
}

export function KeyLinks({ detail }: Pick<DetailProps, 'detail'>) {
  const { organization, may } = useConsole();
  return (
    <div className="flex flex-wrap items-center gap-2">
      <ButtonLink
        size="sm"
        look="secondary"
        icon={ShieldCheck}
        href={`${organizationPath(organization.slug, 'access')}?${new URLSearchParams({ key: detail.id })}`}
      >
        {t.testAccess}
      </ButtonLink>
      {may('audit.view') ? (
        <ButtonLink
          size="sm"
          look="secondary"
          icon={ScrollText}
          href={`${organizationPath(organization.slug, 'audit')}?${new URLSearchParams({ target: detail.id })}`}
        >
          {t.audit}
        </ButtonLink>
      ) : (
        <Button size="sm" locked={t.auditLocked}>
          {t.audit}
        </Button>
      )}
    </div>
  );
}

/**
 * The actions on a key. The reason for a locked action is in its tooltip and in `KeyReasonsText`.
 */
export function KeyActions({ detail, onDo }: Pick<DetailProps, 'detail' | 'onDo'>) {
  const reasons = useKeyReasons()(detail);
  const { id } = detail;
  return (
    <>
      <Button locked={reasons.scope} onClick={() => onDo({ kind: 'banks', id })}>
        {t.editBanks}
      </Button>
      <Button locked={reasons.rotate} onClick={() => onDo({ kind: 'rotate', id })}>
        {t.rotate}
      </Button>
      <Button look="danger" locked={reasons.revoke} onClick={() => onDo({ kind: 'revoke', id })}>
        {t.revoke}
      </Button>
    </>
  );
}

export function KeyReasonsText({ detail }: Pick<DetailProps, 'detail'>) {
  const locks = useKeyReasons()(detail);
  const lockReasons = [...new Set([locks.scope, locks.rotate, locks.revoke].filter((reason): reason is string => reason !== null))];
  return lockReasons.length === 0 ? null : (
    <ul className="grid gap-1 text-12 text-faint">
      {lockReasons.map((reason) => (
        <li key={reason}>{reason}</li>
      ))}
    </ul>
  );
}
