'use client';

import { useQuery } from '@tanstack/react-query';
import { memoryPath } from '#components/memories/paths';
import { memoryQuery } from '#components/memories/queries';
import { useBank, useConsole } from '#components/shell/console-context';
import { memories as t } from '#components/strings/memories';
import { Link } from '#components/ui/link';

/** A link to the memory that replaced another one, with its text as soon as that is loaded. */
export function Successor({ id }: { id: string }) {
  const { organization } = useConsole();
  const bankId = useBank();
  const { data } = useQuery(memoryQuery(organization.slug, bankId, id));
  return (
    <Link href={memoryPath(organization.slug, bankId, id)} className="link">
      <bdi className="[overflow-wrap:anywhere]">{data?.text ?? t.facts.successor}</bdi>
    </Link>
  );
}
