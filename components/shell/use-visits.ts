'use client';

import { usePathname } from 'next/navigation';
import { useEffect } from 'react';
import { pageOfPath } from '#components/shell/pages';
import { readVisits, withoutBank, withVisit, writeVisits } from '#components/shell/visits';

/** Records the pages and banks that the user opens. */
export function useVisits(userId: string, slug: string | null): void {
  const pathname = usePathname();
  useEffect(() => {
    const here = slug === null ? null : pageOfPath(pathname, slug);
    if (slug === null || here === null) return;
    const { bankId, page } = here;
    const visits = bankId === null ? readVisits(userId) : withVisit(readVisits(userId), { org: slug, bankId, page: 'overview' });
    writeVisits(userId, withVisit(visits, { org: slug, bankId, page: page.id }));
  }, [userId, slug, pathname]);
}

/** Forgets the visits to a bank once it is missing. */
export function useForgottenBank(userId: string, org: string, bankId: string, isMissing: boolean): void {
  useEffect(() => {
    if (isMissing) writeVisits(userId, withoutBank(readVisits(userId), org, bankId));
  }, [userId, org, bankId, isMissing]);
}
