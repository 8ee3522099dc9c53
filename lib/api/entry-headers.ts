/** Headers by which the server entry (`lib/api/server/`) and the application pass facts through the framework. */

/** The address of the peer, taken from the socket. The entry overwrites what a caller sends under this name. */
export const PEER_HEADER = 'x-peer-address';

/** The framework drops a `Content-Length` and a `Content-Encoding` of ours; the entry turns these into them. */
export const BODY_LENGTH = 'x-body-length';
export const BODY_ENCODING = 'x-body-encoding';
