const YEAR_S = 31_536_000;

/**
 * Sets a cookie that the server reads on every path. It expires after `maxAgeS` seconds; 0 removes
 * it.
 */
export function setCookie(name: string, value: string, maxAgeS = YEAR_S): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the next request must send it, and the Cookie Store API is asynchronous and not in every browser
  document.cookie = `${name}=${encodeURIComponent(value)}; Path=/; Max-Age=${maxAgeS}; SameSite=Lax`;
}
