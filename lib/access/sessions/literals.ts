/** How people can sign in; the order in which they are offered. */
export const SIGN_IN_METHODS = ['password', 'github', 'google', 'oidc'] as const;
export type SignInMethod = (typeof SIGN_IN_METHODS)[number];
