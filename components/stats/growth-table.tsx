'use client';

import { type Bucket, nameOf, sumOf } from '#components/charts/series';
import { number } from '#components/strings/counted';
import { stats as t } from '#components/strings/stats';
import { ui } from '#components/strings/ui';
import { Bead } from '#components/ui/bead';
import { Link } from '#components/ui/link';
import { useSorted } from '#components/ui/sorted';
import { type Column, Table } from '#components/ui/table';
import type { FactType } from '#lib/base/literals';
import type { SeriesUnit } from '#lib/memory/stats/literals';

export interface GrowthTableProps {
  buckets: readonly Bucket[];
  unit: SeriesUnit;
  shown: readonly FactType[];
  pathOf: (bucket: Bucket, type?: FactType) => string;
}

/** The numbers of the chart, with links to the memories. */
export function GrowthTable({ buckets, unit, shown, pathOf }: GrowthTableProps) {
  const amount = (bucket: Bucket, n: number, type?: FactType) =>
    n === 0 ? (
      <span className="text-faint">0</span>
    ) : (
      <Link className="link" href={pathOf(bucket, type)}>
        {number(n)}
      </Link>
    );
  const columns: Column<Bucket>[] = [
    {
      id: 'from',
      header: t.columns.bucket,
      sortable: 'time',
      firstOrder: 'desc',
      value: ({ from }) => Date.parse(from),
      phone: 'title',
      cell: (bucket) => (
        <>
          {nameOf(bucket.from, unit)}
          {bucket.isOpen && <span className="ms-2 text-12 text-faint">{t.notOver}</span>}
        </>
      ),
    },
    ...shown.map<Column<Bucket>>((type) => ({
      id: type,
      header: ui.facts[type],
      sortable: 'number',
      firstOrder: 'desc',
      value: (bucket) => bucket[type],
      align: 'end',
      width: 'w-32',
      cell: (bucket) => amount(bucket, bucket[type], type),
    })),
    {
      id: 'total',
      header: t.columns.total,
      sortable: 'number',
      firstOrder: 'desc',
      value: (bucket) => sumOf(bucket, shown),
      align: 'end',
      width: 'w-28',
      phone: 'side',
      cell: (bucket) => amount(bucket, sumOf(bucket, shown), shown.length === 1 ? shown[0] : undefined),
    },
    {
      id: 'kinds',
      header: t.columns.kinds,
      hideHeader: true,
      width: 'w-0',
      phone: 'meta',
      cell: (bucket) => (
        <span className="flex gap-3 md:hidden">
          {shown.map((type) => (
            <span key={type} className="inline-flex items-center gap-1">
              <Bead kind={type} size={9} label={ui.facts[type]} />
              {number(bucket[type])}
            </span>
          ))}
        </span>
      ),
    },
  ];
  const { sort, onSort, sorted } = useSorted(columns, { by: 'from', order: 'desc' });
  return (
    <Table
      label={t.table}
      columns={columns}
      rows={sorted(buckets)}
      row={{ idOf: ({ from }) => from, nameOf: ({ from }) => nameOf(from, unit) }}
      sort={sort}
      onSort={onSort}
    />
  );
}
