import type { Metadata } from 'next';
import { BanksPage } from '#components/banks/banks-page';
import { banks as t } from '#components/strings/banks';

export const metadata: Metadata = { title: t.title };

export default function Page() {
  return <BanksPage />;
}
