/** Path of a page of an organization. Segments are encoded only here. */
export const organizationPath = (slug: string, ...segments: string[]): string =>
  `/o/${[slug, ...segments].map(encodeURIComponent).join('/')}`;

/** The entry of the audit log about the receipt of a permanent deletion. */
export const receiptPath = (slug: string, receiptId: string): string => `${organizationPath(slug, 'audit')}?q=${receiptId}`;

/** The home page of an organization: its banks. */
export const homePath = (slug: string): string => organizationPath(slug, 'banks');

/** Path of a page of a bank. */
export const bankPath = (slug: string, bankId: string, ...segments: string[]): string => organizationPath(slug, 'b', bankId, ...segments);

/** The bank in a URL, or null. */
export function bankOfPath(pathname: string): string | null {
  const found = /^\/o\/[^/]+\/b\/([^/]+)/.exec(pathname)?.[1];
  if (found === undefined) return null;
  try {
    return decodeURIComponent(found);
  } catch {
    return null;
  }
}

const HERE = 'http://here.invalid';

/**
 * A safe return path after sign-in: a path of this site only. Dots are resolved first, because
 * `/a/..//host` would lead to another site.
 */
export function safeReturn(to: string | null | undefined): string | null {
  if (!to?.startsWith('/') || /[\\\p{Cc}]/u.test(to) || !URL.canParse(to, HERE)) return null;
  const { origin, pathname, search, hash } = new URL(to, HERE);
  return origin === HERE && !pathname.startsWith('//') ? `${pathname}${search}${hash}` : null;
}

/** The page to sign in on after a session has ended, which says so. */
export const endedPath = (returnTo: string | null): string => {
  const path = loginPath(returnTo);
  return `${path}${path.includes('?') ? '&' : '?'}ended=true`;
};

export const loginPath = (returnTo?: string | null): string => {
  const safe = safeReturn(returnTo);
  return safe && safe !== '/' ? `/login?returnTo=${encodeURIComponent(safe)}` : '/login';
};

/** Cookie with the slug of the last visited organization. A convenience that grants no access. */
export const LAST_ORGANIZATION = 'last-organization';

/** The last visited organization, otherwise the first. */
export const preferred = <Organization extends { slug: string }>(
  organizations: readonly Organization[],
  last: string | undefined,
): Organization | null => organizations.find(({ slug }) => slug === last) ?? organizations[0] ?? null;
