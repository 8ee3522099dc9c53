import { writeFileSync } from 'node:fs';
import { expect, test } from '#e2e/console/journey';
import { STOPS } from '#e2e/console/pages';
import { LOCALE_COOKIE } from '#lib/base/locales';
const LOCALE = process.env.PSEUDO ?? 'en-XA';
for (const [n, stop] of STOPS.entries()) {
  test(`dump ${stop.name}`, async ({ world, open }) => {
    const page = await open(stop.who(world), { refusals: [...(stop.refusals ?? []), 404, 403] });
    const bodies: string[] = [];
    page.on('response', async (r) => { if (r.url().includes('/v1/') || r.url().includes('/api/')) bodies.push(await r.text().catch(() => '')); });
    await page.context().addCookies([{ name: LOCALE_COOKIE, value: LOCALE, url: world.url }]);
    await page.goto(await stop.path(world));
    await page.waitForLoadState('networkidle');
    await page.waitForTimeout(1200);
    const texts = await page.evaluate(() => {
      const found: string[] = [];
      const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      for (let node = walk.nextNode(); node; node = walk.nextNode()) {
        const el = node.parentElement!;
        if (el.closest('script,style,noscript,time,code,pre,kbd,.font-mono')) continue;
        const text = (node.textContent ?? '').trim();
        if (/[a-zA-Z]{3,}/.test(text.replaceAll(/⟦.*?⟧/gs, ''))) found.push(`${el.tagName.toLowerCase()}: ${text}`);
      }
      for (const el of document.querySelectorAll('[aria-label],[title],[placeholder],[alt]'))
        for (const a of ['aria-label', 'title', 'placeholder', 'alt']) {
          const text = el.getAttribute(a) ?? '';
          if (/[a-zA-Z]{3,}/.test(text.replaceAll(/⟦.*?⟧/gs, ''))) found.push(`@${a}: ${text}`);
        }
      return [...new Set(found)];
    });
    const all = bodies.join('\n');
    const own = texts.filter((t) => !all.includes(JSON.stringify(t.replace(/^\S+: /, '')).slice(1, -1)));
    writeFileSync(`/tmp/pseudo/${LOCALE}-${String(n).padStart(2, '0')}-${stop.name.replaceAll(/\W+/g, '-')}.txt`, `${await page.title()}\n${own.join('\n')}\n`);
    await page.screenshot({ path: `/tmp/pseudo/${LOCALE}-${String(n).padStart(2, '0')}-${stop.name.replaceAll(/\W+/g, '-')}.png` });
    expect(1).toBe(1);
  });
}
