import { redirect } from 'next/navigation';
import { bankPath } from '#components/shell/paths';

/** A bank as one would guess its address; its own page says what it is, or that there is none. */
export default async function Page({ params }: { params: Promise<{ org: string; bank: string }> }) {
  const { org, bank } = await params;
  redirect(bankPath(decodeURIComponent(org), decodeURIComponent(bank)));
}
