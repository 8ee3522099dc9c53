import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { shell as t } from '#components/strings/shell';

export const metadata: Metadata = { title: t.notFound.title };

/** An address that is none, said in the frame of whoever asks. Not by the not-found page of all, whose scripts every page would load. */
export default function Page() {
  notFound();
}
