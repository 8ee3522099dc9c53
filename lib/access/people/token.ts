import { createHash, randomBytes } from 'node:crypto';

/** 128 bits in base64url, 22 characters: the secret of a link. */
export const newToken = (): string => randomBytes(16).toString('base64url');

/** The stored hash. Random bits cannot be guessed, so a slow hash would protect nothing. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();
