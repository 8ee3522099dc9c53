import { unknownRoute } from '#lib/api/route';

/** Unknown paths under `/v1`. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = unknownRoute;
