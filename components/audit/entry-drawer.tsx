'use client';

import type { ReactNode } from 'react';
import { ChangeList } from '#components/audit/change-list';
import type { AuditFilters } from '#components/audit/filters';
import { ALARMS } from '#components/audit/glyphs';
import { PurgePanel } from '#components/audit/purge-panel';
import { clockText, sentenceOf } from '#components/audit/words';
import { organizationPath } from '#components/shell/paths';
import { audit as t } from '#components/strings/audit';
import { Badge } from '#components/ui/badge';
import { Button } from '#components/ui/button';
import { CopyableCode, CopyableId } from '#components/ui/copy';
import { Drawer } from '#components/ui/drawer';
import { Link } from '#components/ui/link';
import { KeyValues } from '#components/ui/page';
import { Phrase } from '#components/ui/phrase';
import { Tabs } from '#components/ui/tabs';
import { dayText, RelativeTime } from '#components/ui/time';
import type { AuditEntryView } from '#lib/access/audit/contract';

export interface EntryDrawerProps {
  org: string;
  entry: AuditEntryView;
  onFilter: (next: Partial<AuditFilters>) => void;
  onClose: () => void;
  onPrevious: (() => void) | null;
  onNext: (() => void) | null;
}

export function EntryDrawer({ org, entry, onFilter, onClose, onPrevious, onNext }: EntryDrawerProps) {
  const { text, actor, target } = sentenceOf(entry);
  const receiptId = entry.after?.receipt_id;
  return (
    <Drawer
      title={t.entry}
      badge={<Badge tone={ALARMS[entry.action] ? 'warn' : 'plain'}>{t.actions[entry.action].label}</Badge>}
      onClose={onClose}
      onPrevious={onPrevious}
      onNext={onNext}
    >
      <p className="break-words text-16">
        <Phrase
          text={t.fullSentence}
          sentence={
            <Phrase text={text} actor={<b className="font-semibold">{actor}</b>} target={<b className="font-semibold">{target}</b>} />
          }
        />
      </p>
      <KeyValues
        className="mt-4"
        items={[
          {
            key: t.when,
            value: (
              <span className="tabular-nums">
                {t.moment(dayText(entry.at), clockText(entry.at))}
                <span className="block text-12 text-faint">
                  <RelativeTime at={entry.at} prose />
                </span>
              </span>
            ),
          },
          { key: t.by, value: <Party org={org} kind={t.actorKinds[entry.actor.kind]} party={entry.actor} /> },
          { key: t.on, value: <Party org={org} kind={t.targetKinds[entry.target.kind]} party={entry.target} /> },
          {
            key: t.requestId,
            value: entry.request_id ? <CopyableId id={entry.request_id} what={t.requestId} head={18} tail={4} /> : t.noRequest,
          },
          { key: t.address, value: entry.address ? <span className="font-mono text-12">{entry.address}</span> : t.noAddress },
        ]}
      />
      {typeof receiptId === 'string' && <PurgePanel org={org} receiptId={receiptId} />}
      <div className="mt-5">
        <Tabs
          label={t.details}
          tabs={[
            { id: 'changes', label: t.changes, content: <ChangeList entry={entry} /> },
            { id: 'json', label: t.json, content: <Json entry={entry} /> },
          ]}
        />
      </div>
      <div className="mt-6 flex flex-wrap gap-2 border-line border-t pt-4">
        <Button size="sm" onClick={() => onFilter({ action: [entry.action] })}>
          {t.onlyThis.action}
        </Button>
        <Button size="sm" onClick={() => onFilter({ actor: entry.actor.id ?? entry.actor.label })}>
          {t.onlyThis.actor}
        </Button>
        {entry.target.id !== entry.actor.id && (
          <Button size="sm" onClick={() => onFilter({ target: entry.target.id ?? entry.target.label })}>
            {t.onlyThis.target}
          </Button>
        )}
      </div>
    </Drawer>
  );
}

type AnyParty = AuditEntryView['actor'] | AuditEntryView['target'];

/** The page of an actor or target, or null if it has none. */
function hrefOf(org: string, { kind, id }: AnyParty): string | null {
  if (id === null) return null;
  if (kind === 'key') return organizationPath(org, 'keys', id);
  return kind === 'user' ? `${organizationPath(org, 'members')}?member=${encodeURIComponent(id)}` : null;
}

function Party({ org, kind, party }: { org: string; kind: string; party: AnyParty }): ReactNode {
  const href = hrefOf(org, party);
  return (
    <>
      {href ? (
        <Link href={href} className="link -my-0.5 inline-block break-words py-0.5">
          {party.label}
        </Link>
      ) : (
        <span className="break-words">{party.label}</span>
      )}
      <span className="flex flex-wrap items-center gap-x-2 text-12 text-faint">
        {kind} {party.id && <CopyableId id={party.id} what={t.id} />}
      </span>
    </>
  );
}

const Json = ({ entry }: { entry: AuditEntryView }) => <CopyableCode label={t.jsonOf} text={JSON.stringify(entry, null, 2)} />;
