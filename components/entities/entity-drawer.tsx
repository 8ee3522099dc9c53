'use client';

import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Acts } from '#components/entities/acts';
import { kindText } from '#components/entities/columns';
import { EntityView } from '#components/entities/entity-view';
import { entityQuery } from '#components/entities/queries';
import { useBank, useConsole } from '#components/shell/console-context';
import { bankPath } from '#components/shell/paths';
import { entities as t } from '#components/strings/entities';
import { Badge } from '#components/ui/badge';
import { Button } from '#components/ui/button';
import { Drawer } from '#components/ui/drawer';
import { Read, type ReadState } from '#components/ui/read';
import { Empty, SkeletonLines } from '#components/ui/states';
import { ApiError } from '#lib/api/call';
import type { EntityDetail } from '#lib/memory/entities/contract';

interface EntityDrawerProps {
  id: string;
  /** Called with the id of the next entity, or null. */
  onLeave: (to: string | null) => void;
  onPrevious: (() => void) | null;
  onNext: (() => void) | null;
}

export function EntityDrawer({ id, onLeave, onPrevious, onNext }: EntityDrawerProps) {
  const { organization } = useConsole();
  const bankId = useBank();
  const one = useQuery(entityQuery(organization.slug, bankId, id));
  return (
    <Drawer
      title={one.data?.canonical_name ?? t.one}
      badge={one.data && <Badge>{kindText(one.data)}</Badge>}
      href={bankPath(organization.slug, bankId, 'entities', id)}
      onClose={() => onLeave(null)}
      onPrevious={onPrevious}
      onNext={onNext}
      footer={one.data && <Acts entity={one.data} onMoved={onLeave} />}
    >
      <OneEntity read={one} leave={<Button onClick={() => onLeave(null)}>{t.back}</Button>} />
    </Drawer>
  );
}

interface OneEntityProps {
  read: ReadState<EntityDetail>;
  leave: ReactNode;
  /** False if its name is above it already. */
  isNamed?: boolean;
}

/** An entity in any loading state. */
export function OneEntity({ read, leave, isNamed = true }: OneEntityProps) {
  if (!read.data && isMissing(read.error))
    return (
      <Empty bead="entity" title={t.missing} action={leave} className="!p-0">
        {t.missingText}
      </Empty>
    );
  return (
    <Read of={read} failed={t.oneFailed} loading={<SkeletonLines label={t.loading} />} className="!p-0">
      {(entity) => <EntityView key={entity.id} entity={entity} isNamed={isNamed} />}
    </Read>
  );
}

/** Missing, or not a valid id. */
const isMissing = (error: unknown): boolean => error instanceof ApiError && (error.status === 404 || error.status === 400);
