import type { SignInMethod } from '#lib/access/sessions/literals';

export interface ClientCredentials {
  readonly id: string;
  readonly secret: string;
}

/** The services with which people may sign in; null: not configured. */
export interface SignInProviders {
  readonly github: ClientCredentials | null;
  readonly google: ClientCredentials | null;
  readonly oidc: (ClientCredentials & { readonly issuer: string }) | null;
}

/** The methods of the sign-in page, in its order. */
export const offeredProviders = ({ github, google, oidc }: SignInProviders): { id: SignInMethod; name: string }[] => [
  { id: 'password', name: 'Password' },
  ...(github ? [{ id: 'github' as const, name: 'GitHub' }] : []),
  ...(google ? [{ id: 'google' as const, name: 'Google' }] : []),
  ...(oidc ? [{ id: 'oidc' as const, name: 'Single sign-on' }] : []),
];
