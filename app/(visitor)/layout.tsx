import type { ReactNode } from 'react';
import { VisitorFrame } from '#components/sign-in/visitor-frame';
import { signIn as t } from '#components/strings/sign-in';
import { API_VERSION } from '#lib/base/version';

export default function Layout({ children }: { children: ReactNode }) {
  return <VisitorFrame footer={t.footer(API_VERSION)}>{children}</VisitorFrame>;
}
