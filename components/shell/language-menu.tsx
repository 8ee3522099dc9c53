'use client';

import { Languages } from 'lucide-react';
import { LANGUAGE_NAMES, showIn } from '#components/shell/language-choice';
import { ui as t } from '#components/strings/ui';
import { IconButton } from '#components/ui/button';
import { Menu, MenuItem } from '#components/ui/menu';
import { LOCALES } from '#lib/base/literals';
import { pageLocale } from '#lib/base/locales';

/** The language of pages without a session. */
export function LanguageMenu() {
  return (
    <Menu label={t.language} trigger={<IconButton icon={Languages} label={t.language} tooltip={false} />}>
      {LOCALES.map((locale) => (
        <MenuItem key={locale} checked={pageLocale() === locale} onSelect={() => showIn(locale)}>
          <span lang={locale}>{LANGUAGE_NAMES[locale]}</span>
        </MenuItem>
      ))}
    </Menu>
  );
}
