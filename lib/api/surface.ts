/**
 * Which URLs belong to the API and which to the pages. Without imports, because the server entry,
 * the proxy's test and the configuration of the framework read it. `proxy.ts` must repeat it,
 * because the framework reads a matcher only as a literal; a test compares the two.
 */

/** In bytes, of a request target. */
export const MAX_URL = 8192;
export const URL_TOO_LONG = `The address is longer than ${MAX_URL} bytes`;

/** Route files serve these; all other addresses are pages and their files, which are only read. */
const API = /^\/(?:(?:v1|api|mcp|oauth|\.well-known)\/[^?]|(?:health(?:\/live|\/ready)?|version|metrics|openapi\.json|mcp)\/?(?:\?|$))/;

/** Whether a request target (a path, with or without a query) is one of the API. */
export const isApi = (target: string): boolean => API.test(target);

/** Answers of the sign-in library: neither `proxy.ts` nor the API sets their headers. */
export const SIGN_IN = '/api/auth/:path*';
