'use client';

import { useConsole } from '#components/shell/console-context';
import { organizationPath } from '#components/shell/paths';
import { keys as t } from '#components/strings/keys';
import { ButtonLink } from '#components/ui/button';
import { ReadFailed, type ReadState } from '#components/ui/read';
import { Empty } from '#components/ui/states';
import { ApiError } from '#lib/api/call';

/**
 * A missing key, as opposed to a failed request. Without an error, the id was invalid and was not
 * requested.
 */
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
