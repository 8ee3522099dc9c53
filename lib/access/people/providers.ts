import type { Env } from '#lib/api/env';
import type { SignInMethod } from '#lib/base/literals';

/** What the sign-in page offers, in its order. */
export const offeredProviders = ({
  github,
  google,
  oidc,
}: Pick<Env, 'github' | 'google' | 'oidc'>): { id: SignInMethod; name: string }[] => [
  { id: 'password', name: 'Password' },
  ...(github ? [{ id: 'github' as const, name: 'GitHub' }] : []),
  ...(google ? [{ id: 'google' as const, name: 'Google' }] : []),
  ...(oidc ? [{ id: 'oidc' as const, name: 'Single sign-on' }] : []),
];
