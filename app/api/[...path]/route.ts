import { unknownRoute } from '#lib/api/route';

/** Unknown paths under `/api`, which would otherwise be handled as pages. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = unknownRoute;
