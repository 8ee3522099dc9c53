import { defined, present } from '#lib/base/defined';

/** Converts the tokens of the theme to colors for canvases and files. */

const TOKENS = {
  ground: '--surface',
  hull: '--hull',
  text: '--text',
  text2: '--text-2',
  text3: '--text-3',
  line: '--line-strong',
  link: '--graph-link',
  control: '--line-control',
  accent: '--accent',
  accentTint: '--accent-tint',
  onAccent: '--on-accent',
  person: '--person',
  organization: '--organization',
  place: '--place',
  date: '--date',
  thing: '--thing',
  world: '--world',
  experience: '--experience',
  observation: '--observation',
  chart1: '--chart-1',
  chart2: '--chart-2',
  chart3: '--chart-3',
  chart4: '--chart-4',
  chart5: '--chart-5',
  chart6: '--chart-6',
} as const;
export type InkName = keyof typeof TOKENS;
/** Colors as #rrggbb. */
export type Ink = Readonly<Record<InkName, string>>;

/** If the system sets the colors, only shapes distinguish types. */
const SYSTEM: Partial<Record<InkName, string>> = {
  ground: 'Canvas',
  hull: 'Canvas',
  text: 'CanvasText',
  text2: 'CanvasText',
  text3: 'CanvasText',
  line: 'GrayText',
  link: 'GrayText',
  control: 'CanvasText',
  accent: 'Highlight',
  accentTint: 'Canvas',
  onAccent: 'HighlightText',
};

const byte = (value: number): string => value.toString(16).padStart(2, '0');

/**
 * Reads the current tokens. Paints a pixel with each, because browsers return a color in its
 * original notation.
 */
export function readInk(element: Element): Ink {
  const style = getComputedStyle(element);
  const isForced = matchMedia('(forced-colors: active)').matches;
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 1;
  const context = present(canvas.getContext('2d', { willReadFrequently: true }));
  const solid = (color: string): string => {
    context.clearRect(0, 0, 1, 1);
    context.fillStyle = color;
    context.fillRect(0, 0, 1, 1);
    const [r, g, b] = context.getImageData(0, 0, 1, 1).data;
    return `#${byte(present(r))}${byte(present(g))}${byte(present(b))}`;
  };
  const named = Object.entries(TOKENS).map(([name, token]) => [
    name,
    solid(isForced ? (SYSTEM[name as InkName] ?? 'CanvasText') : style.getPropertyValue(token).trim()),
  ]);
  return Object.fromEntries(named) as Ink;
}

const channels = (color: string): number[] => [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));

/** Mixes two colors. `share` is the weight of the second, from 0 to 1. */
export function mixed(from: string, to: string, share: number): string {
  const [a, b] = [channels(from), channels(to)];
  return `#${a.map((value, i) => byte(Math.round(value + (defined(b[i]) - value) * share))).join('')}`;
}
