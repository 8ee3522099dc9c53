/**
 * Draws the pictures in `public/` from `public/icon.svg` and the page below: `node
 * scripts/pictures.mjs`, then commit the result.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { chromium } from '@playwright/test';
import { ensureChromium } from './chromium.mjs';

const root = path.resolve(import.meta.dirname, '..');
const publicFile = (name) => path.join(root, 'public', name);
const icon = readFileSync(publicFile('icon.svg'), 'utf8');
const font = readFileSync(path.join(root, 'node_modules/geist/dist/fonts/geist-sans/Geist-Variable.woff2'), 'base64');

const TILE = '#0b2227';
const WORLD = '<rect width="12" height="12" rx="1.5" fill="#4d98f5"/>';
const EXPERIENCE = '<circle cx="6" cy="6" r="6" fill="#f7ab4b"/>';
const OBSERVATION = '<path d="M6-1.500 13.500 6 6 13.500-1.500 6Z" fill="#e64a92"/>';

/**
 * A page of the given size with the icon. `inset`: the part of each edge that a mask may cut off.
 */
const iconPage = (inset, background) => `
  <style>
    html, body { margin: 0; height: 100%; background: ${background} }
    svg { display: block; box-sizing: border-box; width: 100%; height: 100%; padding: ${inset}% }
  </style>${icon}`;

const bead = (shape) => `<svg viewBox="0 0 12 12">${shape}</svg>`;
const memory = (shape, text, meta, isOpen = false) =>
  `<li${isOpen ? ' class="open"' : ''}>${bead(shape)}<p>${text}</p><small>${meta}</small></li>`;

const socialPage = `
  <style>
    @font-face { font-family: Geist; src: url(data:font/woff2;base64,${font}); font-weight: 100 900 }
    * { box-sizing: border-box; margin: 0; padding: 0 }
    body { width: 1200px; height: 630px; overflow: hidden; background: #06090b; color: #e9edee; font: 400 20px/1.45 Geist; text-wrap: balance }
    main { position: absolute; left: 80px; top: 0; width: 470px; height: 630px; display: flex; flex-direction: column; justify-content: center }
    main > svg { width: 84px; height: 84px; margin-bottom: 36px }
    h1 { font-size: 64px; font-weight: 600; line-height: 1.1; letter-spacing: -0.022em }
    main p { margin-top: 18px; font-size: 27px; line-height: 1.4; color: #a9b3b6 }
    section { position: absolute; left: 610px; top: 75px; width: 700px; height: 640px; border: 1px solid #293338; border-radius: 14px; background: #10171a }
    header { height: 60px; padding: 0 28px; border-bottom: 1px solid #293338; display: flex; align-items: center; gap: 12px; font-weight: 600 }
    header span { color: #879297; font-weight: 400 }
    ol { list-style: none; position: relative }
    ol::before { content: ''; position: absolute; z-index: 1; left: 37px; top: 0; bottom: 0; width: 1px; background: #3d494e }
    li { position: relative; padding: 20px 140px 20px 68px; border-bottom: 1px solid #1d2529 }
    li.open { background: #0d2528; box-shadow: inset 3px 0 #47bcc0 }
    li > svg { position: absolute; z-index: 2; left: 30px; top: 27px; width: 15px; height: 15px; overflow: visible }
    small { display: flex; align-items: center; gap: 7px; margin-top: 6px; font-size: 16px; color: #879297 }
    small svg { width: 11px; height: 11px; overflow: visible }
  </style>
  <main>${icon}<h1>Memory Bank</h1><p>A memory store for AI&nbsp;agents: an HTTP API and a console on one Postgres.</p></main>
  <section>
    <header>Memories <span>12,480</span></header>
    <ol>
      ${memory(EXPERIENCE, 'Ana moved to Porto in March, because the studio there is cheaper.', 'call-2026-05-02.jsonl · Ana, Porto')}
      ${memory(
        OBSERVATION,
        'Ben stays at a hotel when he visits Ana: he is allergic to her cats.',
        `${bead(EXPERIENCE)}${bead(EXPERIENCE)}${bead(WORLD)} 3 sources · Ben, Ana`,
        true,
      )}
      ${memory(WORLD, 'The studio in Porto has two rooms and a view of the river.', 'notes.md · Porto')}
      ${memory(EXPERIENCE, 'Ana prefers the window seat on the train to Lisbon.', 'chat · Ana, Lisbon')}
      ${memory(WORLD, 'The night train to Lisbon leaves at 21:30.', 'timetable.pdf · Lisbon')}
    </ol>
  </section>`;

const browser = await chromium.launch({ executablePath: ensureChromium(), args: ['--no-sandbox', '--disable-gpu'] });
const page = await browser.newPage();

async function draw(html, width, height = width) {
  await page.setViewportSize({ width, height });
  await page.setContent(`<!doctype html>${html}`);
  await page.evaluate(() => document.fonts.ready);
  return page.screenshot({ omitBackground: true });
}

/** An ICO file of PNG images. @param {[size: number, png: Buffer][]} images */
function icoOf(images) {
  const head = Buffer.alloc(6 + 16 * images.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(images.length, 4);
  let offset = head.length;
  for (const [i, [size, png]] of images.entries()) {
    const at = 6 + 16 * i;
    head.writeUInt8(size, at);
    head.writeUInt8(size, at + 1);
    head.writeUInt16LE(1, at + 4);
    head.writeUInt16LE(32, at + 6);
    head.writeUInt32LE(png.length, at + 8);
    head.writeUInt32LE(offset, at + 12);
    offset += png.length;
  }
  return Buffer.concat([head, ...images.map(([, png]) => png)]);
}

const rounded = iconPage(0, 'transparent');
const small = [];
for (const size of [16, 32, 48]) small.push([size, await draw(rounded, size)]);
writeFileSync(publicFile('favicon.ico'), icoOf(small));
for (const size of [32, 192, 512]) writeFileSync(publicFile(`icon-${size}.png`), await draw(rounded, size));
// The system cuts these two to a shape.
writeFileSync(publicFile('apple-touch-icon.png'), await draw(iconPage(8, TILE), 180));
writeFileSync(publicFile('icon-maskable-512.png'), await draw(iconPage(14, TILE), 512));
writeFileSync(publicFile('og.png'), await draw(socialPage, 1200, 630));
await browser.close();
