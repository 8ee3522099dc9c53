/**
 * Renders a drawing of the page as PNG, with the colors of the page and without surrounding
 * elements.
 */

const SCALE = 2;
const PADDING = 20;
const HEAD = 34;
const FOOT = 30;
const FONT = 'system-ui, sans-serif';
const NAMESPACE = 'http://www.w3.org/2000/svg';

/** Outside the page there are no variables and classes, so each element gets its computed style. */
function freeze(drawn: Element, copy: Element): void {
  const style = getComputedStyle(drawn);
  for (const name of ['fill', 'stroke', 'stroke-width', 'font-size', 'text-anchor']) {
    const value = style.getPropertyValue(name);
    // Browsers resolve the URL of a pattern to an absolute one.
    if (value) copy.setAttribute(name, value.replace(/url\("?[^#"]*(#[^")]+)"?\)/, 'url($1)'));
  }
  if (drawn.tagName === 'text') copy.setAttribute('font-family', FONT);
  for (const [at, child] of [...drawn.children].entries()) if (copy.children[at]) freeze(child, copy.children[at]);
}

const element = (name: string, attributes: Readonly<Record<string, string | number>>, text?: string): SVGElement => {
  const made = document.createElementNS(NAMESPACE, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  if (text !== undefined) made.textContent = text;
  return made;
};

export interface Caption {
  readonly title: string;
  /** Below the drawing: a dot of this color (a CSS value of the page) and its text. */
  readonly legend: readonly { readonly color: string; readonly text: string }[];
}

function compose(drawing: SVGSVGElement, { title, legend }: Caption): { svg: string; width: number; height: number } {
  const { width: inner, height: drawn } = drawing.getBoundingClientRect();
  const [width, height] = [inner + 2 * PADDING, drawn + HEAD + FOOT + 2 * PADDING];
  const style = getComputedStyle(document.documentElement);
  const colorOf = (name: string) => style.getPropertyValue(name).trim();
  const copy = drawing.cloneNode(true) as SVGSVGElement;
  freeze(drawing, copy);
  for (const [name, value] of Object.entries({ x: PADDING, y: PADDING + HEAD, width: inner, height: drawn }))
    copy.setAttribute(name, String(value));
  copy.removeAttribute('style');
  const root = element('svg', { xmlns: NAMESPACE, width, height, viewBox: `0 0 ${width} ${height}` });
  const text = (x: number, y: number, size: number, weight: number, words: string) =>
    element('text', { x, y, 'font-family': FONT, 'font-size': size, 'font-weight': weight, fill: colorOf('--text') }, words);
  root.append(element('rect', { width, height, fill: colorOf('--surface') }), text(PADDING, PADDING + 14, 14, 600, title), copy);
  let x = PADDING;
  for (const entry of legend) {
    const y = height - PADDING - 4;
    root.append(
      element('rect', { x, y: y - 9, width: 9, height: 9, rx: 1, fill: colorOf(entry.color) }),
      text(x + 15, y, 12, 400, entry.text),
    );
    x += 40 + entry.text.length * 6.5;
  }
  return { svg: new XMLSerializer().serializeToString(root), width, height };
}

/**
 * Renders the first drawing in `frame`, with a title and a legend. Throws if the browser cannot
 * paint it.
 */
export async function pictureOf(frame: HTMLElement, caption: Caption): Promise<Blob> {
  const drawing = frame.querySelector('svg');
  if (!drawing) throw new Error('Nothing is drawn yet');
  const { svg, width, height } = compose(drawing, caption);
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(width * SCALE);
  canvas.height = Math.round(height * SCALE);
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The picture could not be made'))), 'image/png'),
  );
}
