'use client';

import { queryOptions, useQuery } from '@tanstack/react-query';
import { lastRefreshOf, staleWords } from '#components/mental-models/freshness';
import { mentalModelPath, mentalModelsPath } from '#components/mental-models/paths';
import { SHOWN } from '#components/overview/queries';
import { Recent } from '#components/overview/recent';
import { useBank, useConsole } from '#components/shell/console-context';
import { mentalModel } from '#components/strings/mental-model';
import { mentalModels as models } from '#components/strings/mental-models';
import { overview as t } from '#components/strings/overview';
import { Bead } from '#components/ui/bead';
import { cx } from '#components/ui/cx';
import { MINUTE_MS } from '#components/ui/durations';
import { every } from '#components/ui/refetch';
import { useRead } from '#components/ui/use-read';
import { call } from '#lib/api/call';
import { listMentalModels } from '#lib/api/calls';
import type { MentalModel } from '#lib/memory/mental-models/contract';

/** The mental models refreshed last, without their content. */
const modelsQuery = (org: string, bankId: string) =>
  queryOptions({
    queryKey: ['mental-models', org, bankId, 'latest'],
    queryFn: ({ signal }) => call(listMentalModels, { org, bankId, query: { detail: 'metadata', limit: SHOWN, offset: 0 }, signal }),
    refetchInterval: every(MINUTE_MS),
  });

/** The mental models refreshed last, each with its freshness. */
export function RecentMentalModels() {
  const { organization } = useConsole();
  const bankId = useBank();
  const read = useRead(useQuery(modelsQuery(organization.slug, bankId)));
  const freshnessOf = (model: MentalModel): string => {
    if (model.state !== 'ready') return mentalModel.states[model.state];
    return staleWords(model) === null ? mentalModel.fresh : mentalModel.staleShort(model.stale_reasons ?? []);
  };
  return (
    <Recent
      title={models.title}
      all={t.allModels}
      href={mentalModelsPath(organization.slug, bankId)}
      failed={models.failed}
      empty={t.modelsEmpty}
      read={{
        ...read,
        data: read.data?.items.map((model) => ({
          id: model.id,
          icon: <Bead kind="model" size={11} />,
          name: model.name,
          href: mentalModelPath(organization.slug, bankId, model.id),
          meta: <span className={cx(staleWords(model) !== null && 'text-warn-text')}>{freshnessOf(model)}</span>,
          at: lastRefreshOf(model),
        })),
      }}
    />
  );
}
