/** The query key of `me`, in its own file so that importing it loads no schema. */
export const ME_KEY = ['me'] as const;
