import type { ReactNode } from 'react';
import { LanguageMenu } from '#components/shell/language-menu';
import { Mark } from '#components/shell/mark';
import { ThemeMenu } from '#components/shell/theme-menu';
import { Threads } from '#components/sign-in/threads';
import { signIn as t } from '#components/strings/sign-in';
import { Link } from '#components/ui/link';

/** The frame of sign-in, setup, invitation and reset. */
export function VisitorFrame({ footer, children }: { footer: string; children: ReactNode }) {
  return (
    <div className="grid min-h-dvh bg-surface lg:grid-cols-[minmax(440px,44%)_1fr]">
      <div className="flex min-w-0 flex-col px-8 py-5 phone:px-4 phone:py-3">
        <header className="flex items-center justify-between">
          <Link href="/" className="flex min-h-11 items-center gap-2.5 font-semibold text-14">
            <Mark size={24} />
            {t.product}
          </Link>
          <div className="flex items-center gap-2">
            <LanguageMenu />
            <ThemeMenu />
          </div>
        </header>
        <main className="mx-auto grid w-full max-w-[340px] grow grid-cols-[minmax(0,1fr)] content-center gap-5 py-10 [overflow-wrap:anywhere] phone:max-w-none phone:content-start phone:pt-8">
          <noscript>{t.needsScript}</noscript>
          {children}
        </main>
        <footer className="text-12 text-faint">{footer}</footer>
      </div>
      <div className="relative overflow-hidden border-line border-s bg-sunken max-lg:hidden">
        <Threads />
      </div>
    </div>
  );
}

export function VisitorTitle({ title, purpose }: { title: string; purpose?: ReactNode }) {
  return (
    <div>
      <h1 className="font-semibold text-24 tracking-[-0.012em]">{title}</h1>
      {purpose && <p className="mt-1 text-muted">{purpose}</p>}
    </div>
  );
}
