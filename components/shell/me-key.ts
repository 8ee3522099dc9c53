/** Under which the answer about who is signed in is kept. Apart, so that whoever needs the key alone reads no schema. */
export const ME_KEY = ['me'] as const;
