import type { Metadata } from 'next';
import { AuditPage } from '#components/audit/audit-page';
import { audit as t } from '#components/strings/audit';

export const metadata: Metadata = { title: t.title };

export default function Page() {
  return <AuditPage />;
}
