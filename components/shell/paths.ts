/** Path of a page of an organisation; every segment is encoded here and nowhere else. */
export const organizationPath = (slug: string, ...segments: string[]): string =>
  `/o/${[slug, ...segments].map(encodeURIComponent).join('/')}`;

/** Where an organisation begins: with its banks. */
export const homePath = (slug: string): string => organizationPath(slug, 'banks');

/** Path of a page of a bank. */
export const bankPath = (slug: string, bankId: string, ...segments: string[]): string => organizationPath(slug, 'b', bankId, ...segments);

/** The bank whose page an address is; null where it is about no bank. */
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

/** Where to go after signing in: a path of this site, nothing else. Dots are resolved first: `/a/..//host` would lead to another site. */
export function safeReturn(to: string | null | undefined): string | null {
  if (!to?.startsWith('/') || /[\\\p{Cc}]/u.test(to) || !URL.canParse(to, HERE)) return null;
  const { origin, pathname, search, hash } = new URL(to, HERE);
  return origin === HERE && !pathname.startsWith('//') ? `${pathname}${search}${hash}` : null;
}

export const loginPath = (returnTo?: string | null): string => {
  const safe = safeReturn(returnTo);
  return safe && safe !== '/' ? `/login?returnTo=${encodeURIComponent(safe)}` : '/login';
};

/** Cookie with the slug of the organisation that was looked at last: a convenience for where to begin, never a right. */
export const LAST_ORGANIZATION = 'last-organization';

/** The organisation to begin with: the last one looked at, else the first. */
export const preferred = <Organization extends { slug: string }>(
  organizations: readonly Organization[],
  last: string | undefined,
): Organization | null => organizations.find(({ slug }) => slug === last) ?? organizations[0] ?? null;
