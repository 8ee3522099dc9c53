import { unknownRoute } from '#lib/api/route';

/** This version has no MCP. Clients send POST and read JSON, so that a page would be no answer to them. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = unknownRoute;
