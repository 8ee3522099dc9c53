/** How a key is called where only a text fits. Enough to tell two keys of one name apart, never enough to use one. */
export const keyLabel = ({ name, prefix }: { readonly name: string; readonly prefix: string }): string => `${name} (${prefix}…)`;

const NUMBERED = /^(.*) \((\d{1,6})\)$/s;

/** The same name with the next number, within the longest name. */
export function nextName(name: string, longest: number): string {
  const [, stem = name, number = '1'] = NUMBERED.exec(name) ?? [];
  const suffix = ` (${Number(number) + 1})`;
  return `${stem.slice(0, longest - suffix.length).trimEnd()}${suffix}`;
}
