'use client';

import { queryOptions } from '@tanstack/react-query';
import type { AccessAction } from '#lib/access/keys/literals';
import { call } from '#lib/api/call';
import { checkAccess } from '#lib/api/calls';

export interface AccessQuestion {
  readonly keyId: string;
  readonly bankId: string;
  readonly action: AccessAction;
}

/** A verdict may change at any time, so it is fetched again on every mount. */
export const accessQuery = (org: string, { keyId, bankId, action }: AccessQuestion) =>
  queryOptions({
    queryKey: ['access', org, keyId, bankId, action],
    queryFn: ({ signal }) => call(checkAccess, { org, query: { key_id: keyId, bank_id: bankId, action }, signal }),
    staleTime: 0,
  });
