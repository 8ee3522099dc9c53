import { type NextRequest, NextResponse } from 'next/server';
import { loginPath } from '#components/shell/paths';

/**
 * Middleware of the pages, not of the API. Adds a content security policy with a new nonce to every
 * response, and redirects visitors without a session cookie to the sign-in page. It does not
 * authorize anything: the code that reads the data does.
 */

const PRIVATE = /^\/(o|account|status|connect)(\/|$)/;
const SESSION_COOKIES = ['__Host-next-auth.session-token', '__Secure-next-auth.session-token', 'next-auth.session-token'];

/**
 * Hashes of the style element that the toast library (sonner) inserts. next.config.mjs computes the
 * first from the installed version. The library inserts the element empty and then fills it, so the
 * second is the hash of the empty string.
 */
const TOAST_STYLE = `${process.env.TOAST_STYLE_HASH ?? ''} 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='`;

const IS_DEVELOPMENT = process.env.NODE_ENV === 'development';

const policyOf = (nonce: string): string =>
  [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${IS_DEVELOPMENT ? " 'unsafe-eval'" : ''}`,
    `style-src 'self' 'nonce-${nonce}' ${TOAST_STYLE}`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');

const FIXED = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
} as const;
const HSTS = 'max-age=31536000';

/**
 * Whether to send HSTS. The setting of the operator decides: the scheme that a reverse proxy
 * reports is not trusted (`lib/api/server/`). Browsers ignore the header over plain HTTP.
 */
const isSecure = (): boolean => process.env.NEXTAUTH_URL?.startsWith('https:') ?? false;

const withHeaders = (response: NextResponse, policy: string): NextResponse => {
  response.headers.set('Content-Security-Policy', policy);
  for (const [name, value] of Object.entries(FIXED)) response.headers.set(name, value);
  if (isSecure()) response.headers.set('Strict-Transport-Security', HSTS);
  return response;
};

export function proxy(request: NextRequest): NextResponse {
  const nonce = btoa(crypto.randomUUID());
  const policy = policyOf(nonce);
  const { pathname, search } = request.nextUrl;
  const isSignedOut = !SESSION_COOKIES.some((name) => request.cookies.has(name));
  if (isSignedOut && PRIVATE.test(pathname)) {
    return withHeaders(NextResponse.redirect(new URL(loginPath(`${pathname}${search}`), request.url)), policy);
  }
  const headers = new Headers(request.headers);
  headers.set('x-nonce', nonce);
  headers.set('content-security-policy', policy);
  headers.set('x-path', `${pathname}${search}`);
  return withHeaders(NextResponse.next({ request: { headers } }), policy);
}

/**
 * Matches all paths except those of the API, its sign-in and static files (`lib/api/surface.ts`).
 * Next.js requires a literal here.
 */
export const config = {
  matcher: [
    '/((?!v1/|api/|mcp(?:\\.mjs$|/|$)|oauth/|\\.well-known/|_next/|health|metrics|version|openapi\\.json|favicon|icon|apple-touch-icon|manifest|robots|og\\.png).*)',
  ],
};
