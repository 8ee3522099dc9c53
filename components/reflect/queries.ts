'use client';

import { queryOptions } from '@tanstack/react-query';
import { mentalModelsKey } from '#components/mental-models/queries';
import { call } from '#lib/api/call';
import { listMentalModels } from '#lib/api/calls';

const LISTED = 100;

/** The mental models of a bank by name. */
export const modelNamesQuery = (org: string, bankId: string) =>
  queryOptions({
    queryKey: [...mentalModelsKey(org, bankId), 'names'],
    queryFn: ({ signal }) => call(listMentalModels, { org, bankId, query: { detail: 'metadata', limit: LISTED, offset: 0 }, signal }),
  });
