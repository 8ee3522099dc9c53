import type { ReactNode } from 'react';
import { VisitorFrame } from '#components/sign-in/visitor-frame';
import { loadTexts } from '#components/strings/load';
import { signIn as t } from '#components/strings/sign-in';
import { API_VERSION } from '#lib/base/version';

export default async function Layout({ children }: { children: ReactNode }) {
  await loadTexts();
  return <VisitorFrame footer={t.footer(API_VERSION)}>{children}</VisitorFrame>;
}
