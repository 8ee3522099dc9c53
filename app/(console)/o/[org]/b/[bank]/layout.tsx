import type { Metadata } from 'next';
import type { ReactNode } from 'react';
import { BankFrame } from '#components/shell/bank-frame';
import { namedBy, titleOf } from '#components/shell/title';

type Bank = Promise<{ bank: string }>;

/** The title contains the bank, to distinguish browser tabs. */
export const generateMetadata = async ({ params }: { params: Bank }): Promise<Metadata> => ({
  title: { template: titleOf('%s', namedBy((await params).bank)), default: titleOf(namedBy((await params).bank)) },
});

export default async function Layout({ params, children }: { params: Bank; children: ReactNode }) {
  return <BankFrame bankId={decodeURIComponent((await params).bank)}>{children}</BankFrame>;
}
