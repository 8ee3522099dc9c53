import { cx } from '#components/ui/cx';
import { defined } from '#lib/base/defined';

/** Initials of the first and last word, by grapheme, without leading punctuation. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/u);
  const letter = (word: string | undefined) =>
    word ? ([...word].find((sign) => /[\p{L}\p{N}]/u.test(sign)) ?? defined([...word][0])) : '';
  return `${letter(words[0])}${words.length > 1 ? letter(words.at(-1)) : ''}`.toLocaleUpperCase('en');
}

export const Avatar = ({ name, size = 'sm' }: { name: string; size?: 'sm' | 'lg' }) => (
  <span
    aria-hidden
    className={cx(
      'inline-grid shrink-0 select-none place-items-center rounded-full bg-accent-tint font-semibold text-accent-text text-11',
      size === 'sm' ? 'size-[22px] text-[10px]' : 'size-9 text-13',
    )}
  >
    {initialsOf(name)}
  </span>
);
