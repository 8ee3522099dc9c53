import { openApiDocument } from '#lib/http/openapi';
import { operations } from '#lib/http/operations';

export const dynamic = 'force-static';

/** Made once, at build time. */
export const GET = (): Response => Response.json(openApiDocument(operations));
