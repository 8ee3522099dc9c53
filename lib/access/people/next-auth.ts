import type { NextAuthOptions } from 'next-auth';
import Credentials from 'next-auth/providers/credentials';
import GitHub, { type GithubProfile } from 'next-auth/providers/github';
import Google, { type GoogleProfile } from 'next-auth/providers/google';
import type { OAuthConfig } from 'next-auth/providers/oauth';
import type { TokenSet } from 'openid-client';
import type { SignInProviders } from '#lib/access/people/providers';
import { signOut } from '#lib/access/people/service';
import {
  type EndApplications,
  type ProviderProfile,
  type SignInCaller,
  signInWithPassword,
  signInWithProvider,
} from '#lib/access/people/sign-in';
import { isLivingSession } from '#lib/access/sessions/service';
import type { SignInSettings } from '#lib/access/sessions/settings';
import { cookieName, isSecure, MAX_DAYS } from '#lib/access/sessions/settings';
import type { Db } from '#lib/base/db/db';
import { ServiceError } from '#lib/base/errors';
import type { Log } from '#lib/base/log';
import { countAuthentication } from '#lib/base/metrics';

const MAX_AGE = MAX_DAYS * 24 * 60 * 60;

interface OidcProfile {
  sub: string;
  email?: string;
  email_verified?: boolean | string;
  name?: string;
  preferred_username?: string;
}

/**
 * The email address that GitHub has verified; the one in the public profile need not be verified.
 */
async function verifiedGitHubEmail(accessToken: string | undefined): Promise<string | null> {
  const reply = await fetch('https://api.github.com/user/emails', {
    headers: { Authorization: `Bearer ${accessToken}`, Accept: 'application/vnd.github+json' },
    signal: AbortSignal.timeout(10_000),
  });
  if (!reply.ok) return null;
  const emails = (await reply.json()) as { email: string; primary: boolean; verified: boolean }[];
  return emails.find((one) => one.primary && one.verified)?.email ?? null;
}

const gitHub = (id: string, secret: string): OAuthConfig<GithubProfile> =>
  GitHub({ clientId: id, clientSecret: secret, authorization: { params: { scope: 'read:user user:email' } } });

const oidc = (issuer: string, id: string, secret: string): OAuthConfig<OidcProfile> => ({
  id: 'oidc',
  name: 'Single sign-on',
  type: 'oauth',
  wellKnown: `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`,
  authorization: { params: { scope: 'openid email profile' } },
  clientId: id,
  clientSecret: secret,
  idToken: true,
  // Most providers omit claims such as the email address from the signed token. They are read from
  // the userinfo endpoint; the library checks that both have the same subject.
  userinfo: {
    request: async ({ client, tokens }) => {
      const claims = (tokens as TokenSet).claims();
      const userinfo = client.issuer.metadata.userinfo_endpoint ? await client.userinfo(tokens as TokenSet) : {};
      return { ...claims, ...userinfo };
    },
  },
  checks: ['pkce', 'state', 'nonce'],
  profile: (profile) => ({ id: profile.sub, email: profile.email ?? null, name: profile.name ?? profile.preferred_username ?? null }),
});

const oauthProviders = ({ github, google, oidc: own }: SignInProviders): NextAuthOptions['providers'] => [
  ...(github ? [gitHub(github.id, github.secret)] : []),
  ...(google ? [Google({ clientId: google.id, clientSecret: google.secret, checks: ['pkce', 'state'] })] : []),
  ...(own ? [oidc(own.issuer, own.id, own.secret)] : []),
];

async function profileOf(
  provider: string,
  subject: string,
  accessToken: string | undefined,
  raw: object | undefined,
): Promise<ProviderProfile | null> {
  if (provider === 'github') {
    const email = await verifiedGitHubEmail(accessToken);
    const { name, login } = raw as GithubProfile;
    return { provider, subject, email, isVerified: email !== null, name: name ?? login };
  }
  if (provider === 'google') {
    const { email, email_verified, name } = raw as GoogleProfile;
    return { provider, subject, email, isVerified: email_verified === true, name };
  }
  if (provider !== 'oidc') return null;
  const { email, email_verified, name, preferred_username } = raw as OidcProfile;
  const isVerified = email_verified === true || email_verified === 'true';
  return { provider, subject, email: email ?? null, isVerified, name: name ?? preferred_username ?? null };
}

export interface SignInRun {
  readonly options: NextAuthOptions;
  /** why a sign-in by password failed */
  failure(): ServiceError | null;
}

/** Services of the process for signing in. */
export interface SignInServices {
  readonly db: Db;
  readonly env: SignInProviders;
  readonly log: Pick<Log, 'debug' | 'warn' | 'error'>;
  readonly signIn: SignInSettings;
  readonly endApplications: EndApplications;
}

/**
 * The options of one request. The person and the failure are stored in the closure, because the
 * framework does not pass them on. The sealed cookie contains only the session id; the row decides.
 */
export function signInRun(app: SignInServices, secret: string, caller: SignInCaller): SignInRun {
  const { db, env, log, signIn, endApplications } = app;
  let sessionId: string | null = null;
  let failure: ServiceError | null = null;
  const warn = (error: unknown): void => log.warn({ error: String(error) }, 'failed sign-in not noted');

  const password = Credentials({
    id: 'password',
    name: 'Password',
    credentials: { email: { type: 'email' }, password: { type: 'password' } },
    authorize: async (given) => {
      const { email, password: typed } = given ?? {};
      try {
        if (typeof email !== 'string' || typeof typed !== 'string')
          throw new ServiceError('sign_in_failed', 'The email address or the password is wrong');
        sessionId = await signInWithPassword(db, { email, password: typed }, caller, warn);
        countAuthentication('password', 'accepted');
        return { id: sessionId };
      } catch (error) {
        failure = error instanceof ServiceError ? error : new ServiceError('internal', 'Internal Server Error', { cause: error });
        countAuthentication('password', failure.code);
        if (failure.code === 'internal') log.error({ request_id: caller.id, error: String(error) }, 'sign-in failed');
        return null;
      }
    },
  });

  const cookie = (name: string, maxAge?: number) => ({
    name: cookieName(signIn, name),
    options: { httpOnly: true, sameSite: 'lax' as const, path: '/', secure: isSecure(signIn), ...(maxAge && { maxAge }) },
  });
  const FLOW = 15 * 60;

  const options: NextAuthOptions = {
    secret,
    providers: [password, ...oauthProviders(env)],
    session: { strategy: 'jwt', maxAge: MAX_AGE },
    jwt: { secret, maxAge: MAX_AGE },
    useSecureCookies: isSecure(signIn),
    pages: { signIn: '/login', signOut: '/login', error: '/login' },
    cookies: {
      sessionToken: cookie('session-token'),
      csrfToken: cookie('csrf-token'),
      callbackUrl: cookie('callback-url'),
      pkceCodeVerifier: cookie('pkce.code_verifier', FLOW),
      state: cookie('state', FLOW),
      nonce: cookie('nonce', FLOW),
    },
    logger: {
      error: (code, metadata) => log.warn({ code, error: messageOf(metadata) }, 'sign-in'),
      warn: (code) => log.debug({ code }, 'sign-in'),
      debug: () => undefined,
    },
    callbacks: {
      // The library's own function throws for text that is not a URL.
      redirect: ({ url, baseUrl }) => {
        const target = URL.canParse(url, baseUrl) ? new URL(url, baseUrl) : null;
        return target?.origin === baseUrl ? target.href : baseUrl;
      },
      signIn: async ({ account, profile }) => {
        if (!account || account.type === 'credentials') return sessionId !== null;
        const provided = await profileOf(account.provider, account.providerAccountId, account.access_token, profile);
        if (!provided) return false;
        const admission = await signInWithProvider(db, { profile: provided, caller, endApplications });
        countAuthentication('provider', 'refused' in admission ? 'sign_in_failed' : 'accepted');
        if ('refused' in admission) return `/login?error=${admission.refused}`;
        sessionId = admission.sessionId;
        return true;
      },
      jwt: async ({ token, account }) => {
        if (account) return { sid: sessionId };
        // Read again on `GET /api/auth/session`: a session that has ended leaves no cookie.
        if (typeof token.sid !== 'string' || !(await isLivingSession(db, token.sid))) throw new Error('the session is over');
        return { sid: token.sid };
      },
      session: ({ session }) => ({ expires: session.expires }),
    },
    events: {
      signOut: async ({ token }) => {
        if (typeof token?.sid === 'string') await signOut(db, token.sid, caller);
      },
    },
  };
  return { options, failure: () => failure };
}

/** The name and message of a failure, never tokens or profiles. */
const messageOf = (metadata: unknown): string => {
  const error = metadata instanceof Error ? metadata : (metadata as { error?: unknown } | undefined)?.error;
  return error instanceof Error ? `${error.name}: ${error.message}` : 'unknown';
};
