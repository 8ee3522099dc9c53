/** The sign-in methods, in the order of the sign-in page. */
export const SIGN_IN_METHODS = ['password', 'github', 'google', 'oidc'] as const;
export type SignInMethod = (typeof SIGN_IN_METHODS)[number];
