import type { Metadata } from 'next';
import { DocumentPage } from '#components/documents/document-page';
import { clipped, namedBy } from '#components/shell/title';

type Document = Promise<{ document: string }>;

export const generateMetadata = async ({ params }: { params: Document }): Promise<Metadata> => ({
  title: clipped(namedBy((await params).document)),
});

export default async function Page({ params }: { params: Document }) {
  return <DocumentPage documentId={decodeURIComponent((await params).document)} />;
}
