import type { ReactNode } from 'react';
import { LanguageMenu } from '#components/shell/language-menu';
import { Mark } from '#components/shell/mark';
import { ThemeMenu } from '#components/shell/theme-menu';
import { publicPages as t } from '#components/strings/public';
import { cx } from '#components/ui/cx';
import { Link } from '#components/ui/link';
import { SkipLink } from '#components/ui/skip-link';

/** The frame of pages without a session. */
export function Frame({ here, children }: { here?: string; children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink to="page">{t.skip}</SkipLink>
      <header className="flex min-h-11 items-center gap-5 border-line border-b bg-chrome px-6 phone:gap-3 phone:px-4">
        <Link href="/" className="flex min-h-11 items-center gap-2 font-semibold">
          <Mark />
          {t.product}
        </Link>
        <nav aria-label={t.nav} className="ms-auto flex items-center gap-4 phone:gap-3">
          {t.links.map(({ href, label }) => (
            <a
              key={href}
              href={href}
              aria-current={href === here ? 'page' : undefined}
              className={cx(
                'flex min-h-11 items-center text-muted hover:text-ink',
                href === here && 'text-ink shadow-[inset_0_-2px_0_var(--accent)]',
              )}
            >
              {label}
            </a>
          ))}
        </nav>
        <LanguageMenu />
        <ThemeMenu />
      </header>
      <main id="page" tabIndex={-1} className="min-w-0 grow outline-none">
        {children}
      </main>
    </div>
  );
}

/** A message page: an error or an unknown URL. */
export function Message({ title, role, children, action }: { title: string; role?: 'alert'; children: ReactNode; action?: ReactNode }) {
  return (
    <div role={role} className="mx-auto grid max-w-[560px] justify-items-start gap-3 px-6 py-16 phone:px-4 phone:py-10">
      <h1 className="font-semibold text-20 tracking-[-0.012em]">{title}</h1>
      <div className="text-14 text-muted">{children}</div>
      {action && <div className="mt-2 flex flex-wrap gap-2">{action}</div>}
    </div>
  );
}
