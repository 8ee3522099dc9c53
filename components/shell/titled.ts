import type { Metadata } from 'next';
import { loadTexts } from '#components/strings/load';

/** The metadata of a page whose title is in the language of the page. */
export const titled =
  (title: () => string, more: Metadata = {}) =>
  async (): Promise<Metadata> => {
    await loadTexts();
    return { title: title(), ...more };
  };
