import { oauthResource } from '#lib/api/oauth/endpoint';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = oauthResource;
