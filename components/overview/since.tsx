'use client';

import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { STACK } from '#components/charts/series';
import { changesQuery } from '#components/overview/changes-query';
import { useBank, useConsole } from '#components/shell/console-context';
import { bankPath } from '#components/shell/paths';
import { overview as t } from '#components/strings/overview';
import { ui } from '#components/strings/ui';
import { Bead } from '#components/ui/bead';
import { Link } from '#components/ui/link';
import { Sideways } from '#components/ui/page';

/** The start of yesterday in the time zone of the browser, ISO 8601. */
export function startOfYesterday(now: Date): string {
  const start = new Date(now);
  start.setHours(0, 0, 0, 0);
  start.setDate(start.getDate() - 1);
  return start.toISOString();
}

/** What was stored, changed and refreshed since yesterday, each with a link to its list. */
export function SinceYesterday() {
  const { organization } = useConsole();
  const bankId = useBank();
  const [from] = useState(() => startOfYesterday(new Date()));
  const { data } = useQuery(changesQuery(organization.slug, bankId, from));
  const pathOf = (segment: string, query: Record<string, string> = {}) => {
    const search = new URLSearchParams(query).toString();
    return `${bankPath(organization.slug, bankId, segment)}${search === '' ? '' : `?${search}`}`;
  };
  const stored = { time_field: 'created_at', from };
  const changes: { id: string; href: string; text: ReactNode }[] = data
    ? [
        ...STACK.filter((type) => data.memories[type] > 0).map((type) => ({
          id: type,
          href: pathOf('memories', { type, ...stored }),
          text: (
            <>
              <Bead kind={type} size={9} />
              {ui.factCount[type](data.memories[type])}
            </>
          ),
        })),
        ...(data.documents > 0 ? [{ id: 'documents', href: pathOf('documents'), text: t.since.documents(data.documents) }] : []),
        ...(data.models > 0 ? [{ id: 'models', href: pathOf('mental-models'), text: t.since.models(data.models) }] : []),
      ]
    : [];
  return (
    <section aria-label={t.since.title} className="flex min-h-9 items-center border-line border-t px-4 text-12 phone:min-h-11">
      <Sideways>
        <h2 className="me-2 whitespace-nowrap text-muted">{t.since.title}</h2>
        {data && changes.length === 0 && <span className="text-faint">{t.since.nothing}</span>}
        {changes.map(({ id, href, text }) => (
          <Link
            key={id}
            href={href}
            className="me-2 inline-flex items-center gap-1.5 whitespace-nowrap tabular-nums hover:text-accent-text hover:underline phone:min-h-11"
          >
            {text}
          </Link>
        ))}
      </Sideways>
    </section>
  );
}
