import { unknownRoute } from '#lib/api/route';

/** What no route file under `/v1` serves. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = unknownRoute;
