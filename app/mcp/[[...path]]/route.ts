import { lazyResource } from '#lib/api/route';

/**
 * Loaded with the first request: the tools and the protocol would cost every start of the server.
 */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = lazyResource(async () => (await import('./endpoint')).mcp);
