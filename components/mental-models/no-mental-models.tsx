'use client';

import type { ReactNode } from 'react';
import { useOrigin } from '#components/recall/use-origin';
import { useBank } from '#components/shell/console-context';
import { mentalModels as t } from '#components/strings/mental-models';
import { CopyableCode } from '#components/ui/copy';
import { Empty } from '#components/ui/states';
import { createMentalModel } from '#lib/api/calls';

/** Explains mental models and the two ways to create the first one. */
export function NoMentalModels({ create }: { create: ReactNode }) {
  const command = commandFor(useOrigin(), useBank());
  return (
    <Empty bead="model" title={t.emptyTitle} action={create}>
      <p>{t.emptyWhat}</p>
      <CopyableCode label={t.emptyCurl} text={command} className="mt-4" />
    </Empty>
  );
}

function commandFor(server: string, bankId: string): string {
  const path = createMentalModel.path.replace('{bank_id}', encodeURIComponent(bankId));
  return [
    `curl -s '${server}${path}'`,
    "-H 'Authorization: Bearer YOUR_KEY'",
    "-H 'Content-Type: application/json'",
    `-d '${JSON.stringify({ name: t.emptyName, source_query: t.emptyQuestion })}'`,
  ].join(' \\\n  ');
}
