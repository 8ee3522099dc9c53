'use client';

import { useQuery } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import type { ReactNode } from 'react';
import type { KeyDialog } from '#components/keys/dialogs';
import { KeyActions, KeyBreaks, KeyFacts, KeyFamily, KeyLinks, KeyNotices, KeyReasonsText } from '#components/keys/key-detail';
import { KeyMissing } from '#components/keys/key-missing';
import { keyQuery } from '#components/keys/queries';
import { useConsole } from '#components/shell/console-context';
import { organizationPath } from '#components/shell/paths';
import { keys as t } from '#components/strings/keys';
import { Badge, KeyStatus } from '#components/ui/badge';
import { Drawer } from '#components/ui/drawer';
import { SkeletonLines } from '#components/ui/states';

export interface KeyDrawerProps {
  id: string;
  /** The name from the list, until the key has loaded. */
  name: string | undefined;
  onDo: (doing: KeyDialog) => void;
  onClose: () => void;
  onPrevious: (() => void) | null;
  onNext: (() => void) | null;
  hrefOf: (id: string) => string;
}

export function KeyDrawer({ id, name, onDo, onClose, onPrevious, onNext, hrefOf }: KeyDrawerProps) {
  const { organization } = useConsole();
  const key = useQuery(keyQuery(organization.slug, id));
  const detail = key.data;
  return (
    <Drawer
      title={detail?.name ?? name ?? t.title}
      badge={
        detail && (
          <>
            <KeyStatus status={detail.status} expiresAt={detail.expires_at} createdAt={detail.created_at} />
            {detail.origin === 'child' && <Badge>{t.badgeChild}</Badge>}
          </>
        )
      }
      onClose={onClose}
      onPrevious={onPrevious}
      onNext={onNext}
      href={organizationPath(organization.slug, 'keys', id)}
      footer={detail && <KeyActions detail={detail} onDo={onDo} />}
    >
      {detail ? (
        <div className="grid gap-5">
          <div className="flex items-start gap-2">
            <KeyRound size={16} strokeWidth={1.75} aria-hidden className="mt-1 shrink-0 text-faint" />
            <p className="min-w-0 font-semibold text-16 [overflow-wrap:anywhere]">{detail.name}</p>
          </div>
          <KeyNotices detail={detail} onDo={onDo} hrefOf={hrefOf} />
          <KeyFacts detail={detail} hrefOf={hrefOf} />
          {(detail.create_scoped_keys || detail.children.length > 0) && (
            <Section title={t.family}>
              <KeyFamily detail={detail} hrefOf={hrefOf} />
            </Section>
          )}
          <Section title={t.breaks}>
            <KeyBreaks detail={detail} />
          </Section>
          <KeyLinks detail={detail} />
          <KeyReasonsText detail={detail} />
        </div>
      ) : key.isError ? (
        <KeyMissing read={key} />
      ) : (
        <SkeletonLines label={name ?? t.title} lines={4} />
      )}
    </Drawer>
  );
}

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="grid gap-2 border-line-soft border-t pt-4">
    <h3 className="font-semibold">{title}</h3>
    <div>{children}</div>
  </section>
);
