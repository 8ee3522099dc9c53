/** How people sign in to this process; computed once at boot (`lib/api/boot.ts`). */
export interface SignInSettings {
  /** seals the session cookie; null: nobody can sign in */
  readonly secret: string | null;
  /** message for people, if `secret` is null */
  readonly offBecause: string | null;
  /**
   * the public origin, as scheme and host; null: plain http on the requested host, if it can only
   * be this service (`lib/api/origin.ts`)
   */
  readonly origin: string | null;
  /** the host name or address that the service listens on */
  readonly host: string;
}

export const NO_SECRET =
  'Sign-in is off: NEXTAUTH_SECRET is not set. With a server database every process needs the same secret; the API works without it.';

/** The operator's settings for sign-in. */
export interface SignInEnv {
  readonly authSecret: string | null;
  readonly authOrigin: string | null;
  readonly host: string;
}

/**
 * `generated` is the secret of the data directory; null with a server database, because each
 * process would generate another.
 */
export const signInSettings = (env: SignInEnv, generated: string | null): SignInSettings => {
  const secret = env.authSecret ?? generated;
  return { secret, offBecause: secret === null ? NO_SECRET : null, origin: env.authOrigin, host: env.host };
};

export const isSecure = (settings: SignInSettings): boolean => settings.origin?.startsWith('https:') ?? false;

/**
 * `__Host-` binds the cookie to exactly this host and to https; browsers reject the prefix without
 * https.
 */
export const cookieName = (settings: SignInSettings, name: string): string => `${isSecure(settings) ? '__Host-' : ''}next-auth.${name}`;

export const sessionCookie = (settings: SignInSettings): string => cookieName(settings, 'session-token');

/** A session ends after a day without a request, and after a month in any case. */
export const IDLE_HOURS = 24;
export const MAX_DAYS = 30;
