'use client';

import { useQuery } from '@tanstack/react-query';
import { bankModelsQuery } from '#components/bank-settings/queries';
import type { ReflectParams } from '#components/reflect/question';
import { useBank, useConsole } from '#components/shell/console-context';
import { reflect as t } from '#components/strings/reflect';

/** The cost of asking, as far as this user may know the model. */
export function Costs({ asked: { budget, schema } }: { asked: ReflectParams }) {
  const { organization, may } = useConsole();
  const { data } = useQuery({ ...bankModelsQuery(organization.slug, useBank()), enabled: may('usage.view') });
  const use = data?.uses.find((each) => each.use === 'reflect');
  if (!use) return t.costs.unknown;
  return use.model === null ? t.costs.nothing : t.costs.model(use.model, budget, schema.trim() !== '');
}
