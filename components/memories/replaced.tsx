'use client';

import { memoryPath } from '#components/memories/paths';
import { useBank, useConsole } from '#components/shell/console-context';
import { memories as t } from '#components/strings/memories';
import { Link } from '#components/ui/link';
import { dayText } from '#components/ui/time';
import type { MemoryListItem } from '#lib/memory/memories/contract';

/** Links to the memories that a memory replaced, with the day until which each was true. */
export function Replaced({ memories, total }: { memories: readonly MemoryListItem[]; total: number }) {
  const { organization } = useConsole();
  const bankId = useBank();
  return (
    <ul className="grid gap-1">
      {memories.map(({ id, text, valid_to }) => (
        <li key={id} className="min-w-0">
          <Link href={memoryPath(organization.slug, bankId, id)} className="link">
            <bdi className="[overflow-wrap:anywhere]">{text}</bdi>
          </Link>
          {valid_to !== null && <span className="text-faint"> · {t.trueUntil(dayText(valid_to))}</span>}
        </li>
      ))}
      {total > memories.length && <li className="text-faint">{t.moreReplaced(total - memories.length)}</li>}
    </ul>
  );
}
