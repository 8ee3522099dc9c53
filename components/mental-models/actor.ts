'use client';

import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { membersQuery } from '#components/members/queries';
import { useConsole } from '#components/shell/console-context';
import { mentalModel as t } from '#components/strings/mental-model';
import { MINUTE_MS } from '#components/ui/durations';
import type { Member } from '#lib/access/orgs/contract';
import type { MentalModelVersionSummary } from '#lib/memory/mental-models/contract';

type Actor = MentalModelVersionSummary['actor'];
/** Names an actor in a word or two. */
export type ActorNamer = (actor: Actor) => string;

/**
 * Uses a member's name, unless another member has the same. Former members are named by email, keys
 * by their label.
 */
export function whoAmong(members: readonly Pick<Member, 'email' | 'name'>[]): ActorNamer {
  const times = new Map<string, number>();
  for (const { name } of members) times.set(name, (times.get(name) ?? 0) + 1);
  const names = new Map(members.filter(({ name }) => times.get(name) === 1).map(({ email, name }) => [email, name]));
  return ({ kind, label }) => (kind === 'user' && names.get(label)) || (kind === 'system' ? t.withoutKey : label);
}

/** The same for the members of the organization, as far as they are loaded. */
export function useWho(): ActorNamer {
  const { organization } = useConsole();
  const { data } = useQuery({ ...membersQuery(organization.slug), staleTime: MINUTE_MS });
  return useMemo(() => whoAmong(data ?? []), [data]);
}
