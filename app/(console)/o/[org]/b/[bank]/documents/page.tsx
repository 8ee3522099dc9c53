import { DocumentsPage } from '#components/documents/documents-page';
import { titled } from '#components/shell/titled';
import { documents as t } from '#components/strings/documents';

export const generateMetadata = titled(() => t.title);

export default function Page() {
  return <DocumentsPage />;
}
