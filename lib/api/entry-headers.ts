/**
 * Headers with which the server entry (`lib/api/server/`) and the application pass data through the
 * framework.
 */

/**
 * The address of the peer, from the socket. The entry overwrites a header of this name from the
 * caller.
 */
export const PEER_HEADER = 'x-peer-address';

/**
 * The framework drops our `Content-Length` and `Content-Encoding`; the entry converts these to
 * them.
 */
export const BODY_LENGTH = 'x-body-length';
export const BODY_ENCODING = 'x-body-encoding';
