import { useRouter } from 'next/navigation';
import { useConsole } from '#components/shell/console-context';
import { receiptPath } from '#components/shell/paths';
import { audit as t } from '#components/strings/audit';

interface ReceiptAction {
  action?: { label: string; onClick: () => void };
}

/**
 * The action of a toast that opens the receipt of a deletion. Members without the audit log have
 * none.
 */
export function useReceiptAction(): (receiptId: string) => ReceiptAction {
  const { organization, lockedBy } = useConsole();
  const router = useRouter();
  if (lockedBy('audit.view') !== null) return () => ({});
  return (receiptId) => ({ action: { label: t.purge.view, onClick: () => router.push(receiptPath(organization.slug, receiptId)) } });
}
