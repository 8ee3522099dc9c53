import { type NextRequest, NextResponse } from 'next/server';
import { loginPath } from '#components/shell/paths';

/**
 * Stands before pages alone: a security policy with a nonce of its own for every answer, and a short way to the sign-in for visitors without
 * a cookie. It guards nothing: that is done where the data is read.
 */

const PRIVATE = /^\/(o|account|status)(\/|$)/;
const SESSION_COOKIES = ['__Host-next-auth.session-token', '__Secure-next-auth.session-token', 'next-auth.session-token'];

/**
 * Of the style that the toasts' library writes into the page by itself; next.config.mjs takes it from the installed version. It is put in
 * empty and filled then, so the hash of nothing stands beside it.
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

/** Said by the operator: what a proxy in front says of the scheme is not believed (`lib/api/server/`). Over plain http browsers ignore it. */
const isSecure = (): boolean => process.env.NEXTAUTH_URL?.startsWith('https:') ?? false;

const dress = (response: NextResponse, policy: string): NextResponse => {
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
    return dress(NextResponse.redirect(new URL(loginPath(`${pathname}${search}`), request.url)), policy);
  }
  const headers = new Headers(request.headers);
  headers.set('x-nonce', nonce);
  headers.set('content-security-policy', policy);
  headers.set('x-path', `${pathname}${search}`);
  return dress(NextResponse.next({ request: { headers } }), policy);
}

/** All addresses but those of the API, its sign-in and the site's files (`lib/api/surface.ts`). The framework needs a literal here. */
export const config = {
  matcher: [
    '/((?!v1/|api/|mcp(?:/|$)|_next/|health|metrics|version|openapi\\.json|favicon|icon|apple-touch-icon|manifest|robots|og\\.png).*)',
  ],
};
