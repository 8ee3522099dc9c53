import { redirect } from 'next/navigation';
import { bankPath } from '#components/shell/paths';

/** Redirects a guessed URL of a bank to its page, which also handles unknown banks. */
export default async function Page({ params }: { params: Promise<{ org: string; bank: string }> }) {
  const { org, bank } = await params;
  redirect(bankPath(decodeURIComponent(org), decodeURIComponent(bank)));
}
