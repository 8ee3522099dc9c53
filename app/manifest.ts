import type { MetadataRoute } from 'next';
import { shell as t } from '#components/strings/shell';

/** Lets the console be put beside the other applications of a machine. */
export default function manifest(): MetadataRoute.Manifest {
  return {
    name: t.product,
    short_name: t.product,
    description: t.about,
    start_url: '/',
    display: 'standalone',
    theme_color: '#f3f3f1',
    background_color: '#f3f3f1',
    icons: [{ src: '/icon.svg', type: 'image/svg+xml', sizes: 'any', purpose: 'any' }],
  };
}
