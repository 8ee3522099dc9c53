import type { Metadata } from 'next';
import { ReflectPage } from '#components/reflect/reflect-page';
import { reflect as t } from '#components/strings/reflect';

export const metadata: Metadata = { title: t.title };

export default function Page() {
  return <ReflectPage />;
}
