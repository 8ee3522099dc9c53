/** How people sign in to this process; worked out once at boot (`lib/api/boot.ts`). */
export interface SignInSettings {
  /** what the session cookie is sealed with; null: nobody can sign in */
  readonly secret: string | null;
  /** in words for people, where `secret` is null */
  readonly offBecause: string | null;
  /** the address people see, as scheme and host; null: plain http on the host that the request names, where that can only be this service (`lib/api/origin.ts`) */
  readonly origin: string | null;
  /** what the service listens on */
  readonly host: string;
}

export const NO_SECRET =
  'Sign-in is off: NEXTAUTH_SECRET is not set. With a server database every process needs the same secret; the API works without it.';

/** What the operator says of sign-in. */
export interface SignInEnv {
  readonly authSecret: string | null;
  readonly authOrigin: string | null;
  readonly host: string;
}

/** `generated` is the secret of the data directory; null with a server database, where each process would make another. */
export const signInSettings = (env: SignInEnv, generated: string | null): SignInSettings => {
  const secret = env.authSecret ?? generated;
  return { secret, offBecause: secret === null ? NO_SECRET : null, origin: env.authOrigin, host: env.host };
};

export const isSecure = (settings: SignInSettings): boolean => settings.origin?.startsWith('https:') ?? false;

/** `__Host-` binds the cookie to this very host and to https; browsers refuse the prefix without https. */
export const cookieName = (settings: SignInSettings, name: string): string => `${isSecure(settings) ? '__Host-' : ''}next-auth.${name}`;

export const sessionCookie = (settings: SignInSettings): string => cookieName(settings, 'session-token');

/** A day without a request ends a session, a month ends it whatever happens. */
export const IDLE_HOURS = 24;
export const MAX_DAYS = 30;
