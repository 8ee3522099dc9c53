'use client';

import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { Acts } from '#components/memories/acts';
import { OneMemory } from '#components/memories/memory-drawer';
import { listPath } from '#components/memories/paths';
import { mayBeThere, memoryQuery } from '#components/memories/queries';
import { useBank, useConsole } from '#components/shell/console-context';
import { useTitle } from '#components/shell/use-title';
import { memories as t } from '#components/strings/memories';
import { FactBadge } from '#components/ui/bead';
import { ButtonLink } from '#components/ui/button';
import { Link } from '#components/ui/link';
import { Page, Panel } from '#components/ui/page';
import { Empty } from '#components/ui/states';
import { isUuid } from '#lib/base/ids';

/** A memory as a page that can be linked. */
export function MemoryPage({ id }: { id: string }) {
  const { organization } = useConsole();
  const bankId = useBank();
  const router = useRouter();
  const isId = isUuid(id);
  const one = useQuery({ ...memoryQuery(organization.slug, bankId, id), enabled: (query) => isId && mayBeThere(query) });
  useTitle(one.data?.text);
  const list = listPath(organization.slug, bankId);
  const leave = <ButtonLink href={list}>{t.back}</ButtonLink>;
  return (
    <Page className="!max-w-[800px]">
      <header className="flex flex-wrap items-center gap-3">
        <Link href={list} className="link inline-flex items-center gap-1.5 phone:min-h-11">
          <ArrowLeft size={14} aria-hidden />
          {t.back}
        </Link>
        <h1 className="sr-only">{t.one}</h1>
        {one.data && <FactBadge kind={one.data.type} hollow={one.data.state === 'invalidated'} />}
      </header>
      <Panel
        footer={
          one.data && (
            <div className="flex grow items-center gap-2">
              <Acts memory={one.data} onRemoved={() => router.push(list)} />
            </div>
          )
        }
      >
        {isId ? (
          <OneMemory read={one} onLeave={leave} />
        ) : (
          <Empty title={t.missing} action={leave} className="!p-0">
            {t.missingText}
          </Empty>
        )}
        {one.data?.type === 'observation' && <p className="mt-4 text-12 text-faint">{t.observationLocked}</p>}
      </Panel>
    </Page>
  );
}
