'use client';

import { usePathname, useSearchParams } from 'next/navigation';
import { type Names, readAddress } from '#components/shell/address';
import { shell as t } from '#components/strings/shell';
import { ButtonLink } from '#components/ui/button';
import { Notice } from '#components/ui/states';

/** Lists unknown parts of the URL, so that a list does not seem filtered by them. */
export function IgnoredAddress({ names }: { names: Names }) {
  const path = usePathname();
  const { ignored, rest } = readAddress(useSearchParams(), names);
  if (ignored.length === 0) return null;
  const search = rest.toString();
  return (
    <Notice
      tone="warn"
      action={
        <ButtonLink size="sm" look="ghost" replace scroll={false} href={search === '' ? path : `${path}?${search}`}>
          {t.ignored.takeOff}
        </ButtonLink>
      }
    >
      <b>{t.ignored.title}</b> {t.ignored.text}{' '}
      {ignored.map((part) => (
        <code key={part} className="mr-2 inline-block max-w-full rounded-sm bg-sunken px-1 [overflow-wrap:anywhere] rtl:mr-0 rtl:ml-2">
          <bdi>{part}</bdi>
        </code>
      ))}
    </Notice>
  );
}
