'use client';

import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { type KeyDialog, KeyDialogs } from '#components/keys/dialogs';
import { KeyActions, KeyBreaks, KeyFacts, KeyFamily, KeyLinks, KeyNotices, KeyReasonsText } from '#components/keys/key-detail';
import { KeyMissing } from '#components/keys/key-missing';
import { keyQuery } from '#components/keys/queries';
import { useConsole } from '#components/shell/console-context';
import { organizationPath } from '#components/shell/paths';
import { keys as t } from '#components/strings/keys';
import { Badge, KeyStatus } from '#components/ui/badge';
import { Link } from '#components/ui/link';
import { Page, PageHeader, Panel } from '#components/ui/page';
import { SkeletonRows } from '#components/ui/states';
import { isUuid } from '#lib/base/ids';

/** A key as a page. */
export function KeyPage({ id }: { id: string }) {
  const { organization } = useConsole();
  const router = useRouter();
  const isId = isUuid(id);
  const key = useQuery({ ...keyQuery(organization.slug, id), enabled: isId });
  const [doing, start] = useState<KeyDialog | null>(null);
  const detail = key.data;
  const hrefOf = (other: string) => organizationPath(organization.slug, 'keys', other);
  return (
    <Page>
      <Link
        href={organizationPath(organization.slug, 'keys')}
        className="link inline-flex items-center gap-1.5 justify-self-start phone:min-h-11"
      >
        <ArrowLeft size={14} aria-hidden />
        {t.back}
      </Link>
      {detail ? (
        <>
          <PageHeader
            title={detail.name}
            purpose={
              <span className="inline-flex flex-wrap items-center gap-3">
                <KeyStatus status={detail.status} expiresAt={detail.expires_at} createdAt={detail.created_at} />
                {detail.origin === 'child' && <Badge>{t.badgeChild}</Badge>}
              </span>
            }
            actions={<KeyActions detail={detail} onDo={start} />}
          />
          <KeyReasonsText detail={detail} />
          <KeyNotices detail={detail} onDo={start} hrefOf={hrefOf} />
          <div className="grid items-start gap-4 lg:grid-cols-2 [&>*]:min-w-0">
            <Panel>
              <KeyFacts detail={detail} hrefOf={hrefOf} />
            </Panel>
            <div className="grid gap-4">
              {detail.origin !== 'child' && (
                <Panel title={t.family}>
                  <KeyFamily detail={detail} hrefOf={hrefOf} />
                </Panel>
              )}
              <Panel title={t.breaks}>
                <KeyBreaks detail={detail} />
              </Panel>
              <KeyLinks detail={detail} />
            </div>
          </div>
        </>
      ) : (
        <>
          <h1 className="sr-only">{t.title}</h1>
          <Panel flush>{!isId || key.isError ? <KeyMissing read={key} /> : <SkeletonRows />}</Panel>
        </>
      )}
      <KeyDialogs doing={doing} onClose={() => start(null)} onMade={(made) => router.push(hrefOf(made))} />
    </Page>
  );
}
