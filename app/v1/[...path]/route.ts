import { unknownRoute } from '#lib/http/route';

/** What no route file under `/v1` serves. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = unknownRoute;
