'use client';

import { useQuery } from '@tanstack/react-query';
import { FileText } from 'lucide-react';
import type { ReactNode } from 'react';
import { StateGlyph } from '#components/operations/marks';
import { operationPath } from '#components/operations/paths';
import { useOperations } from '#components/operations/queries';
import { Subject } from '#components/operations/subject';
import { stateOf, viewOfItem } from '#components/operations/view';
import { changeText, nameOf } from '#components/operations/words';
import { documentsQuery, SHOWN } from '#components/overview/queries';
import { useBank, useConsole } from '#components/shell/console-context';
import { bankPath } from '#components/shell/paths';
import { operations as words } from '#components/strings/operations';
import { overview as t } from '#components/strings/overview';
import { ui } from '#components/strings/ui';
import { Link } from '#components/ui/link';
import { Panel } from '#components/ui/page';
import { Read, type ReadState } from '#components/ui/read';
import { SkeletonRows } from '#components/ui/states';
import { RelativeTime } from '#components/ui/time';
import { useRead } from '#components/ui/use-read';

interface Line {
  readonly id: string;
  readonly icon: ReactNode;
  readonly name: string;
  /** Its subject, with a link of its own. */
  readonly about?: ReactNode;
  readonly href: string;
  readonly meta: ReactNode;
  /** null: never */
  readonly at: string | null;
}

interface ListProps {
  title: string;
  all: string;
  href: string;
  failed: string;
  empty: string;
  read: ReadState<readonly Line[]>;
  className?: string;
}

/** A short list of recent items with a link to the full one. */
export function Recent({ title, all, href, failed, empty, read, className }: ListProps) {
  return (
    <Panel
      title={title}
      note={
        <Link className="link" href={href}>
          {all}
        </Link>
      }
      flush
      {...(className && { className })}
    >
      <Read of={read} failed={failed} loading={<SkeletonRows rows={4} />}>
        {(lines) =>
          lines.length === 0 ? (
            <p className="px-4 py-4 text-muted">{empty}</p>
          ) : (
            <ul>
              {lines.map(({ id, icon, name, about, href: to, meta, at }) => (
                <li
                  key={id}
                  className="relative flex h-9 items-center gap-2.5 border-line-soft border-b px-4 last:border-b-0 hover:bg-hover phone:h-11"
                >
                  <span className="grid size-4 shrink-0 place-items-center text-faint">{icon}</span>
                  <Link
                    href={to}
                    title={name}
                    className="min-w-0 truncate font-medium after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-focus focus-visible:after:-outline-offset-2"
                  >
                    {name}
                  </Link>
                  {about}
                  <span className="ms-auto shrink-0 text-12 text-faint tabular-nums">{meta}</span>
                  <RelativeTime at={at} none={ui.never} className="w-20 shrink-0 text-end text-12 text-faint" />
                </li>
              ))}
            </ul>
          )
        }
      </Read>
    </Panel>
  );
}

export function RecentDocuments() {
  const { organization } = useConsole();
  const bankId = useBank();
  const read = useRead(useQuery(documentsQuery(organization.slug, bankId)));
  const pathOf = (...segments: string[]) => bankPath(organization.slug, bankId, 'documents', ...segments);
  return (
    <Recent
      title={t.recentDocuments}
      all={t.allDocuments}
      href={pathOf()}
      failed={t.documentsFailed}
      empty={t.documentsEmpty}
      read={{
        ...read,
        data: read.data?.items.map((document) => ({
          id: document.id,
          icon: <FileText size={15} strokeWidth={1.75} aria-hidden />,
          name: document.id,
          href: pathOf(document.id),
          meta: t.units(document.memory_unit_count),
          at: document.updated_at,
        })),
      }}
    />
  );
}

/** Uses the texts of the page of operations. */
export function RecentOperations() {
  const { organization } = useConsole();
  const bankId = useBank();
  const read = useRead(useOperations(organization.slug, bankId));
  return (
    <Recent
      title={t.recentOperations}
      all={t.allOperations}
      href={bankPath(organization.slug, bankId, 'operations')}
      failed={t.operationsFailed}
      empty={t.operationsEmpty}
      className="lg:col-span-2"
      read={{
        ...read,
        data: read.data?.operations
          .slice(0, SHOWN)
          .map(viewOfItem)
          .map((view) => ({
            id: view.id,
            icon: <StateGlyph state={stateOf(view)} />,
            name: nameOf(view),
            about: (
              <Subject slug={organization.slug} bankId={bankId} view={view} className="min-w-0 shrink-[8] truncate text-12 text-faint" />
            ),
            href: operationPath(organization.slug, bankId, view.id),
            meta: changeText(view) ?? words.states[stateOf(view)],
            at: view.updatedAt ?? view.createdAt,
          })),
      }}
    />
  );
}
