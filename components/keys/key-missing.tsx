'use client';

import { useConsole } from '#components/shell/console-context';
import { organizationPath } from '#components/shell/paths';
import { keys as t } from '#components/strings/keys';
import { ButtonLink } from '#components/ui/button';
import { ReadFailed, type ReadState } from '#components/ui/read';
import { Empty } from '#components/ui/states';
import { ApiError } from '#lib/api/call';

/** A key that is not there, told apart from one that could not be read. Without an error it was not asked for: its id is none. */
export function KeyMissing({ read, failed = t.oneFailed }: { read: ReadState<unknown>; failed?: string }) {
  const { organization } = useConsole();
  const { error } = read;
  const isUnknown = error === null || (error instanceof ApiError && (error.status === 404 || error.status === 400));
  if (!isUnknown) return <ReadFailed read={read} title={failed} />;
  return (
    <Empty bead="entity" title={t.notFound} action={<ButtonLink href={organizationPath(organization.slug, 'keys')}>{t.toList}</ButtonLink>}>
      {t.notFoundText}
    </Empty>
  );
}
