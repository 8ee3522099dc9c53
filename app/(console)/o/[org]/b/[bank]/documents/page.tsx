import type { Metadata } from 'next';
import { DocumentsPage } from '#components/documents/documents-page';
import { documents as t } from '#components/strings/documents';

export const metadata: Metadata = { title: t.title };

export default function Page() {
  return <DocumentsPage />;
}
