import type { Metadata } from 'next';
import type { ReactNode } from 'react';
import { BankFrame } from '#components/shell/bank-frame';
import { namedBy, titleOf } from '#components/shell/title';

type Bank = Promise<{ bank: string }>;

/** Tabs of two banks are told apart by their titles. */
export const generateMetadata = async ({ params }: { params: Bank }): Promise<Metadata> => ({
  title: { template: titleOf('%s', namedBy((await params).bank)), default: titleOf(namedBy((await params).bank)) },
});

export default async function Layout({ params, children }: { params: Bank; children: ReactNode }) {
  return <BankFrame bankId={decodeURIComponent((await params).bank)}>{children}</BankFrame>;
}
