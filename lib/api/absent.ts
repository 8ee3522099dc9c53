/**
 * Operations of the contract that this version lacks. A bare "Not Found" would look like a wrong
 * URL.
 */
const ABSENT: readonly (readonly [RegExp, string])[] = [
  [/^\/v1\/default\/banks\/[^/]+\/webhooks(\/|$)/, 'Webhooks are'],
  [/^\/v1\/default\/banks\/[^/]+\/files(\/|$)|^\/v1\/default\/files(\/|$)/, 'Files are'],
  [/^\/v1\/default\/bank-transfer(\/|$)/, 'Bank transfer is'],
  [/^\/v1\/default\/banks\/[^/]+\/aliases(\/|$)/, 'Bank aliases are'],
  [/^\/v1\/default\/banks\/[^/]+\/attachments(\/|$)/, 'Attachments are'],
  [/^\/v1\/default\/banks\/[^/]+\/(prompts|consolidation-strategies)\/preview$/, 'Previews are'],
];

/** The message of a 404 for a path without a route. */
export function absenceOf(path: string): string {
  const known = ABSENT.find(([pattern]) => pattern.test(path));
  return known ? `${known[1]} not available in this version` : 'Not Found';
}
