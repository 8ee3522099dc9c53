const DENIAL = /\b(?:no|not|never|none|nobody|nothing|without)\b|n['’]t\b/i;

/** Whether a sentence denies something, by its words. */
export const isDenied = (text: string): boolean => DENIAL.test(text);
