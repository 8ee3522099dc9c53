import { decode } from 'next-auth/jwt';
import { type SignInSettings, sessionCookie } from '#lib/access/sessions/settings';
import { isUuid } from '#lib/base/ids';

/** Four times the size of a sealed session id. */
const MAX_COOKIE = 2048;

const cookieValue = (header: string, name: string): string | null => {
  for (const part of header.split(';')) {
    const at = part.indexOf('=');
    if (at > 0 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim();
  }
  return null;
};

/**
 * Whether a request has a session cookie, under any of its names; its validity is checked when it
 * is opened.
 */
export const hasSessionCookie = (cookieHeader: string | null): boolean => /(^|[;\s-])next-auth\.session-token=/.test(cookieHeader ?? '');

/**
 * Returns the session id in a `Cookie` header; null if there is none or it is forged or expired.
 * The id alone gives no access: the row decides.
 */
export async function sessionIdOf(settings: SignInSettings, cookieHeader: string | null): Promise<string | null> {
  const token = cookieHeader === null || settings.secret === null ? null : cookieValue(cookieHeader, sessionCookie(settings));
  if (!token || token.length > MAX_COOKIE || settings.secret === null) return null;
  const claims = await decode({ token, secret: settings.secret }).catch(() => null);
  return typeof claims?.sid === 'string' && isUuid(claims.sid) ? claims.sid : null;
}
