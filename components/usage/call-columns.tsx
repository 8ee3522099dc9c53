'use client';

import { Check, CircleAlert } from 'lucide-react';
import { operationPath } from '#components/operations/paths';
import { durationText } from '#components/operations/words';
import { number } from '#components/strings/counted';
import { usage as t } from '#components/strings/usage';
import { Link } from '#components/ui/link';
import type { Column } from '#components/ui/table';
import { RelativeTime } from '#components/ui/time';
import { failureText, workOf } from '#components/usage/words';
import type { LlmRequest } from '#lib/models/llm/contract';

const numberOrNull = (n: number | null) => (n === null ? null : number(n));

/** The background operation that made a call. */
const operationOf = ({ metadata }: LlmRequest): string | null => (typeof metadata.operation_id === 'string' ? metadata.operation_id : null);
const attemptOf = ({ llm_info }: LlmRequest): number => (typeof llm_info.attempt === 'number' ? llm_info.attempt : 1);

export const callColumns = (slug: string, bankId: string, onWork: (work: string) => void): Column<LlmRequest>[] => [
  {
    id: 'started_at',
    header: t.callColumns.at,
    sortable: 'time',
    firstOrder: 'desc',
    width: 'w-28',
    phone: 'side',
    cell: ({ started_at }) => <RelativeTime at={started_at} className="text-muted phone:text-12" />,
  },
  {
    id: 'operation',
    header: t.callColumns.work,
    sortable: 'text',
    isElastic: true,
    phone: 'title',
    cell: ({ operation }) =>
      operation === null ? null : (
        <button
          type="button"
          onClick={() => onWork(operation)}
          className="rounded-sm font-medium hover:underline hover:underline-offset-3 phone:min-h-6"
        >
          {workOf(operation)}
        </button>
      ),
  },
  {
    id: 'model',
    header: t.callColumns.model,
    sortable: 'text',
    isElastic: true,
    phone: 'third',
    cell: ({ model, provider }) => (
      <>
        {model} <span className="text-12 text-faint">{provider}</span>
      </>
    ),
  },
  {
    id: 'status',
    header: t.callColumns.status,
    sortable: 'result',
    firstOrder: 'desc',
    isElastic: true,
    phone: 'meta',
    cell: (one) => (
      <span className="flex items-center gap-1.5">
        {one.status === 'success' ? (
          <span className="flex items-center gap-1.5 text-ok-text">
            <Check size={14} aria-hidden />
            {t.answered}
          </span>
        ) : (
          <span className="flex min-w-0 items-center gap-1.5 text-bad-text">
            <CircleAlert size={14} aria-hidden className="shrink-0" />
            <span className="truncate">{failureText(one.error ?? '')}</span>
          </span>
        )}
        {attemptOf(one) > 1 && <span className="text-12 text-faint">{t.attempt(attemptOf(one))}</span>}
      </span>
    ),
  },
  {
    id: 'input_tokens',
    header: t.callColumns.input,
    sortable: 'number',
    firstOrder: 'desc',
    align: 'end',
    width: 'w-24',
    from: 'lg',
    cell: ({ input_tokens }) => numberOrNull(input_tokens),
  },
  {
    id: 'output_tokens',
    header: t.callColumns.output,
    sortable: 'number',
    firstOrder: 'desc',
    align: 'end',
    width: 'w-24',
    from: 'lg',
    cell: ({ output_tokens }) => numberOrNull(output_tokens),
  },
  {
    id: 'duration_ms',
    header: t.callColumns.duration,
    sortable: 'number',
    firstOrder: 'desc',
    align: 'end',
    width: 'w-24',
    phone: 'metaSide',
    cell: ({ duration_ms }) => (duration_ms === null ? null : <span className="text-muted">{durationText(duration_ms)}</span>),
  },
  {
    id: 'link',
    header: t.callColumns.link,
    width: 'w-24',
    align: 'end',
    from: 'xl',
    cell: (one) => {
      const id = operationOf(one);
      return id === null ? null : (
        <Link href={operationPath(slug, bankId, id)} aria-label={t.openOperation(workOf(one.operation ?? ''))} className="link">
          {t.operation}
        </Link>
      );
    },
  },
];
