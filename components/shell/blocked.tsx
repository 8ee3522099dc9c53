'use client';

import { RefreshCw } from 'lucide-react';
import { useEffect } from 'react';
import { nameAmong } from '#components/shell/organization-name';
import { homePath } from '#components/shell/paths';
import { shell as t } from '#components/strings/shell';
import { ui } from '#components/strings/ui';
import { Button, ButtonLink } from '#components/ui/button';
import { Link } from '#components/ui/link';
import { Page, PageHeader, Panel } from '#components/ui/page';
import { SkeletonRows } from '#components/ui/states';
import type { Me } from '#lib/access/people/contract';

/** Shown for unknown and for foreign organizations alike, so that the existence is not revealed. */
export function NotAMember({ organizations }: { organizations: Me['organizations'] }) {
  const { title, text } = organizations.length > 0 ? t.noOrganization : t.lonely;
  return (
    <Page>
      <PageHeader title={title} purpose={text} />
      {organizations.length === 0 && (
        <ButtonLink href="/account" className="justify-self-start">
          {t.lonely.toAccount}
        </ButtonLink>
      )}
      {organizations.length > 0 && (
        <Panel flush title={t.organizations}>
          <ul>
            {organizations.map((each) => (
              <li key={each.id} className="border-line-soft border-b last:border-b-0">
                <Link
                  className="flex min-h-9 items-center justify-between gap-3 px-4 hover:bg-hover focus-visible:-outline-offset-2 phone:min-h-11"
                  href={homePath(each.slug)}
                >
                  <span dir="auto" className="min-w-0 truncate font-medium">
                    {nameAmong(each, organizations)}
                  </span>
                  <span className="text-faint">{ui.roles[each.role]}</span>
                </Link>
              </li>
            ))}
          </ul>
        </Panel>
      )}
    </Page>
  );
}

/** Shown while the code of a page loads. Its data has its own skeleton. */
export function PageLoading() {
  return (
    <Page>
      <div className="h-12" />
      <Panel flush>
        <SkeletonRows />
      </Panel>
    </Page>
  );
}

export function PageBroken({ error, retry }: { error: Error & { digest?: string }; retry: () => void }) {
  useEffect(() => {
    document.querySelector<HTMLElement>('#page')?.focus();
  }, []);
  return (
    <Page>
      <PageHeader title={ui.pageError.title} />
      <div role="alert" className="grid justify-items-start gap-3 text-muted">
        <p>
          {ui.pageError.text} {error.digest && ui.pageError.digest(error.digest)}
        </p>
        <Button icon={RefreshCw} onClick={retry}>
          {ui.tryAgain}
        </Button>
      </div>
    </Page>
  );
}

export function PageMissing() {
  return (
    <Page>
      <PageHeader title={t.notFound.title} purpose={t.notFound.text} />
      <p>
        <Link className="link" href="/">
          {t.notFound.home}
        </Link>
      </p>
    </Page>
  );
}
