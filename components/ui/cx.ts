/** Joins class names, without those whose condition is false. */
export const cx = (...names: (string | false | null | undefined)[]): string => names.filter(Boolean).join(' ');
