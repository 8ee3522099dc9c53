import { ExtractPage } from '#components/extract/extract-page';
import { titled } from '#components/shell/titled';
import { extract as t } from '#components/strings/extract';

export const generateMetadata = titled(() => t.title);

export default function Page() {
  return <ExtractPage />;
}
