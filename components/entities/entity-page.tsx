'use client';

import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { Acts } from '#components/entities/acts';
import { OneEntity } from '#components/entities/entity-drawer';
import { entityQuery } from '#components/entities/queries';
import { useBank, useConsole } from '#components/shell/console-context';
import { bankPath } from '#components/shell/paths';
import { useTitle } from '#components/shell/use-title';
import { entities as t } from '#components/strings/entities';
import { ButtonLink } from '#components/ui/button';
import { Link } from '#components/ui/link';
import { Page, Panel } from '#components/ui/page';

/** An entity as a page that can be linked. */
export function EntityPage({ id }: { id: string }) {
  const { organization } = useConsole();
  const bankId = useBank();
  const router = useRouter();
  const one = useQuery(entityQuery(organization.slug, bankId, id));
  useTitle(one.data?.canonical_name);
  const list = bankPath(organization.slug, bankId, 'entities');
  return (
    <Page className="!max-w-[800px]">
      <header>
        <Link href={list} className="link inline-flex items-center gap-1.5 phone:min-h-11">
          <ArrowLeft size={14} aria-hidden />
          {t.back}
        </Link>
        <h1 className="sr-only">{one.data?.canonical_name ?? t.one}</h1>
      </header>
      <Panel
        footer={
          one.data && (
            <div className="flex grow flex-wrap items-center gap-2">
              <Acts
                entity={one.data}
                onMoved={(to) => router.push(to === null ? list : bankPath(organization.slug, bankId, 'entities', to))}
              />
            </div>
          )
        }
      >
        <OneEntity read={one} leave={<ButtonLink href={list}>{t.back}</ButtonLink>} />
      </Panel>
    </Page>
  );
}
