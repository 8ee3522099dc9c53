'use client';

import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { DryRun } from '#components/extract/options';
import { addressOf, call } from '#lib/api/call';
import { dryRunExtract } from '#lib/api/calls';
import type { DryRunResponse } from '#lib/memory/retain/contract';

export interface ExtractRequest {
  readonly own: DryRun;
  /** Null without a candidate. */
  readonly candidate: DryRun | null;
}

export type ExtractResult = { readonly ok: true; readonly value: DryRunResponse } | { readonly ok: false; readonly error: unknown };

export interface ExtractResults {
  readonly at: string;
  readonly asked: ExtractRequest;
  readonly own: ExtractResult;
  readonly candidate: ExtractResult | null;
}

const settle = (read: Promise<DryRunResponse>): Promise<ExtractResult> =>
  read.then(
    (value) => ({ ok: true, value }),
    (error: unknown) => ({ ok: false, error }),
  );

/**
 * Runs both extractions at once; one may fail without the other. `stop` and leaving the page abort
 * both.
 */
export function useExtract(org: string, bankId: string) {
  const controller = useRef<AbortController | null>(null);
  useEffect(() => () => controller.current?.abort(), []);
  const mutation = useMutation({
    mutationFn: async (asked: ExtractRequest): Promise<ExtractResults> => {
      controller.current?.abort();
      const fresh = new AbortController();
      controller.current = fresh;
      const { signal } = fresh;
      const read = (body: DryRun) => settle(call(dryRunExtract, { org, bankId, body, signal }));
      const [own, candidate] = await Promise.all([read(asked.own), asked.candidate && read(asked.candidate)]);
      signal.throwIfAborted();
      return { at: new Date().toISOString(), asked, own, candidate };
    },
  });
  const stop = () => {
    controller.current?.abort();
    mutation.reset();
  };
  return { ...mutation, stop };
}

/** The same call as a shell command; the key is read from the environment. */
export function curlOf(server: string, bankId: string, body: DryRun): string {
  const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
  const path = addressOf(dryRunExtract, { bankId, body });
  return [
    `curl ${quoted(`${server}${path}`)}`,
    `  -H "Authorization: Bearer $SERVICE_API_KEY"`,
    `  -H 'Content-Type: application/json'`,
    `  -d ${quoted(JSON.stringify(body))}`,
  ].join(' \\\n');
}
