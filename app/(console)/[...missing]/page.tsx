import { notFound } from 'next/navigation';
import { titled } from '#components/shell/titled';
import { shell as t } from '#components/strings/shell';

export const generateMetadata = titled(() => t.notFound.title);

/**
 * An unknown URL, in the frame of the user. Avoids the root not-found page, whose scripts every
 * page would load.
 */
export default function Page() {
  notFound();
}
