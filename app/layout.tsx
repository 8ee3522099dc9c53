import '#app/console.css';
import { GeistMono } from 'geist/font/mono';
import { GeistSans } from 'geist/font/sans';
import type { Metadata, Viewport } from 'next';
import { headers } from 'next/headers';
import type { ReactNode } from 'react';
import { Language } from '#components/shell/language';
import { Providers } from '#components/shell/providers';
import { titleOf } from '#components/shell/title';
import { loadTexts } from '#components/strings/load';
import { shell as t } from '#components/strings/shell';
import { type App, appIfReady } from '#lib/api/app';
import { directionOf, pageLocale, pageTag } from '#lib/base/locales';

/** Links in previews must be absolute, because other servers read them. */
const addressOf = (services: App | null): string => services?.signIn.origin ?? `http://localhost:${services?.env.port ?? 3000}`;

export async function generateMetadata(): Promise<Metadata> {
  await loadTexts();
  return {
    metadataBase: new URL(addressOf(appIfReady())),
    title: { default: t.product, template: titleOf('%s') },
    description: t.about,
    applicationName: t.product,
    manifest: '/manifest.webmanifest',
    icons: {
      icon: [
        { url: '/favicon.ico', sizes: '48x48' },
        { url: '/icon.svg', type: 'image/svg+xml', sizes: 'any' },
        { url: '/icon-32.png', type: 'image/png', sizes: '32x32' },
        { url: '/icon-192.png', type: 'image/png', sizes: '192x192' },
      ],
      apple: { url: '/apple-touch-icon.png', sizes: '180x180' },
    },
    openGraph: {
      type: 'website',
      siteName: t.product,
      title: t.product,
      description: t.about,
      images: { url: '/og.png', width: 1200, height: 630, alt: t.preview },
    },
    twitter: { card: 'summary_large_image' },
  };
}

export const viewport: Viewport = {
  colorScheme: 'light dark',
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: '#f3f3f1' },
    { media: '(prefers-color-scheme: dark)', color: '#06090b' },
  ],
};

export default async function Layout({ children }: { children: ReactNode }) {
  const nonce = (await headers()).get('x-nonce') ?? undefined;
  await loadTexts();
  const locale = pageLocale();
  return (
    <html lang={pageTag()} dir={directionOf(locale)} suppressHydrationWarning className={`${GeistSans.variable} ${GeistMono.variable}`}>
      <body>
        <Language locale={locale}>
          <Providers nonce={nonce}>{children}</Providers>
        </Language>
      </body>
    </html>
  );
}
