/**
 * The label of a key where only text fits. It distinguishes two keys of one name, and is too short
 * to use as a key.
 */
export const keyLabel = ({ name, prefix }: { readonly name: string; readonly prefix: string }): string => `${name} (${prefix}…)`;

const NUMBERED = /^(.*) \((\d{1,6})\)$/s;

/** The same name with the next number, within the maximum length. */
export function nextName(name: string, longest: number): string {
  const [, stem = name, number = '1'] = NUMBERED.exec(name) ?? [];
  const suffix = ` (${Number(number) + 1})`;
  return `${stem.slice(0, longest - suffix.length).trimEnd()}${suffix}`;
}
