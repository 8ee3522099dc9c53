import { AuditPage } from '#components/audit/audit-page';
import { titled } from '#components/shell/titled';
import { audit as t } from '#components/strings/audit';

export const generateMetadata = titled(() => t.title);

export default function Page() {
  return <AuditPage />;
}
