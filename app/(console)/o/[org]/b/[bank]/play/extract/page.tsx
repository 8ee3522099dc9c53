import type { Metadata } from 'next';
import { ExtractPage } from '#components/extract/extract-page';
import { extract as t } from '#components/strings/extract';

export const metadata: Metadata = { title: t.title };

export default function Page() {
  return <ExtractPage />;
}
