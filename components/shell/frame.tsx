import Link from 'next/link';
import type { ReactNode } from 'react';
import styles from '#components/shell/frame.module.css';
import { Mark } from '#components/shell/mark';

const LINKS = [
  { href: '/docs', label: 'API reference' },
  { href: '/openapi.json', label: 'OpenAPI' },
] as const;

/** What stands around every page for people who are not signed in. */
export function Frame({ here, children }: { here?: string; children: ReactNode }) {
  return (
    <div className={styles.frame}>
      <header className={styles.bar}>
        <Link className={styles.brand} href="/">
          <Mark />
          Memory Bank
        </Link>
        <nav className={styles.links} aria-label="Main">
          {LINKS.map(({ href, label }) => (
            <a key={href} href={href} aria-current={href === here ? 'page' : undefined}>
              {label}
            </a>
          ))}
        </nav>
      </header>
      <main className={styles.main}>{children}</main>
    </div>
  );
}
