import type { SignInMethod } from '#lib/access/sessions/literals';

export interface ClientCredentials {
  readonly id: string;
  readonly secret: string;
}

/** With which services people may sign in; null: not with that one. */
export interface SignInProviders {
  readonly github: ClientCredentials | null;
  readonly google: ClientCredentials | null;
  readonly oidc: (ClientCredentials & { readonly issuer: string }) | null;
}

/** What the sign-in page offers, in its order. */
export const offeredProviders = ({ github, google, oidc }: SignInProviders): { id: SignInMethod; name: string }[] => [
  { id: 'password', name: 'Password' },
  ...(github ? [{ id: 'github' as const, name: 'GitHub' }] : []),
  ...(google ? [{ id: 'google' as const, name: 'Google' }] : []),
  ...(oidc ? [{ id: 'oidc' as const, name: 'Single sign-on' }] : []),
];
