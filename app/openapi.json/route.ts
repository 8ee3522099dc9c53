import { openApiDocument } from '#lib/api/openapi';
import { operations } from '#lib/api/operations';

export const dynamic = 'force-dynamic';

let text: string | undefined;

/**
 * Created on the first request and cached, because it is constant during the lifetime of the
 * process.
 */
export function GET(): Response {
  text ??= JSON.stringify(openApiDocument(operations));
  return new Response(text, {
    headers: { 'Content-Type': 'application/json', 'Cache-Control': 'no-cache', 'X-Content-Type-Options': 'nosniff' },
  });
}
