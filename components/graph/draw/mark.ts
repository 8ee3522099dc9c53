import { type Mark, outlineOf } from '#components/ui/outline';

/** Helpers for SVG elements. */

export const escaped = (text: string): string =>
  text
    .replaceAll(/[\p{Cc}\ufffe\uffff]/gu, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
export const n = (value: number): string => String(Math.round(value * 10) / 10);

export function shape(mark: Mark, size: number, x: number, y: number, look: string): string {
  if (mark === 'experience') return `<circle cx="${n(x)}" cy="${n(y)}" r="${n(size / 2)}" ${look}/>`;
  const points = outlineOf(mark, size).map(([dx, dy]) => `${n(x + dx)},${n(y + dy)}`);
  return `<polygon points="${points.join(' ')}" stroke-linejoin="round" ${look}/>`;
}
