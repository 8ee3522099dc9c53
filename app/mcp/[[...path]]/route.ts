import { unknownRoute } from '#lib/api/route';

/**
 * This version has no MCP. Clients send POST and expect JSON, so a page would not be a useful
 * response.
 */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = unknownRoute;
