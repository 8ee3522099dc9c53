import { unknownRoute } from '#lib/api/route';

/** What no route file under `/api` serves; without it such an address would be a page. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = unknownRoute;
