'use client';

import { useRef } from 'react';

interface Read<Data> {
  data: Data | undefined;
  dataUpdatedAt: number;
}

/**
 * The answer of a query, or the last one of an earlier question while this one has none: where a new order or filter cannot be read, the
 * list that was there stays in sight. `of` names what may stand for each other: lists of one organisation, never of two.
 */
export function useKept<Data>({ data, dataUpdatedAt }: Read<Data>, of: string): { data: Data | undefined; keptFrom: string | null } {
  const last = useRef<{ of: string; data: Data; at: number } | null>(null);
  if (data !== undefined && (dataUpdatedAt > 0 || last.current?.of !== of)) last.current = { of, data, at: dataUpdatedAt };
  const kept = last.current?.of === of ? last.current : null;
  return { data: data ?? kept?.data, keptFrom: kept ? new Date(kept.at).toISOString() : null };
}
