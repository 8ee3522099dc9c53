import '#app/tokens.css';
import '#app/base.css';
import type { Metadata, Viewport } from 'next';
import type { ReactNode } from 'react';

export const metadata: Metadata = {
  title: { default: 'Memory Bank', template: '%s · Memory Bank' },
  description: 'A memory store for AI agents.',
};

export const viewport: Viewport = { colorScheme: 'light dark' };

/** Before the first paint, so that a dark page never flashes white. The second class is the one Swagger UI knows. */
const THEME = `(()=>{const m=matchMedia('(prefers-color-scheme: dark)'),r=document.documentElement,s=()=>{r.dataset.theme=m.matches?'dark':'light';r.classList.toggle('dark-mode',m.matches)};s();m.addEventListener('change',s)})()`;

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en" suppressHydrationWarning>
      <head>
        <script>{THEME}</script>
      </head>
      <body>{children}</body>
    </html>
  );
}
