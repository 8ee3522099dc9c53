'use client';

import type { ReactNode } from 'react';
import { countsOf } from '#components/operations/transfers';
import { importing as t } from '#components/strings/importing';
import { ui } from '#components/strings/ui';
import { issuesOf } from '#components/transfer/import-plan';
import { KeyValues } from '#components/ui/page';
import { momentText } from '#components/ui/time';
import type { ImportPreview } from '#lib/memory/transfer/contract';

/** Documents that the bank has which are listed by id. */
const SHOWN_IDS = 5;

/** What a file contains, and what a bank has of it. */
export function Recognized({ preview, isNew }: { preview: ImportPreview; isNew: boolean }) {
  const { format, source_bank_id, content, documents_existing, existing_document_ids, first_time, last_time } = preview;
  const issues = issuesOf(preview);
  const ids = existing_document_ids.slice(0, SHOWN_IDS);
  const facts: { key: string; value: ReactNode; when?: boolean }[] = [
    { key: t.recognized, value: t.kinds[format] ?? format },
    { key: t.facts.source, value: <span className="break-all font-mono text-12">{source_bank_id}</span>, when: source_bank_id !== null },
    { key: t.facts.content, value: ui.series(countsOf(content)) },
    { key: t.facts.from, value: first_time !== null && momentText(first_time), when: first_time !== null },
    { key: t.facts.to, value: last_time !== null && momentText(last_time), when: last_time !== null && last_time !== first_time },
    {
      key: t.facts.existing,
      value: (
        <>
          {t.existing(documents_existing)}
          {ids.map((id) => (
            <span key={id} dir="auto" className="block truncate font-mono text-12 text-faint" title={id}>
              {id}
            </span>
          ))}
        </>
      ),
      when: !isNew && documents_existing > 0,
    },
    {
      key: t.facts.issues,
      value: (
        <ul className="text-warn-text">
          {issues.map(([reason, n]) => (
            <li key={reason}>{t.issues[reason]?.(n) ?? t.otherIssue(reason, n)}</li>
          ))}
        </ul>
      ),
      when: issues.length > 0,
    },
  ];
  return (
    <section aria-label={t.recognized} className="border-line-soft border-t pt-4">
      <KeyValues items={facts.filter(({ when = true }) => when).map(({ key, value }) => ({ key, value }))} />
    </section>
  );
}
