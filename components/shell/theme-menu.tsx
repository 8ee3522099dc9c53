'use client';

import { Monitor, Moon, Sun } from 'lucide-react';
import { useTheme } from 'next-themes';
import { ui as t } from '#components/strings/ui';
import { IconButton } from '#components/ui/button';
import { Menu, MenuItem } from '#components/ui/menu';

export const THEMES = [
  { id: 'light', icon: Sun },
  { id: 'dark', icon: Moon },
  { id: 'system', icon: Monitor },
] as const;

/**
 * Light, dark or system theme. CSS selects the icon, because the server does not know the theme.
 */
export function ThemeMenu() {
  const { theme, setTheme } = useTheme();
  return (
    <Menu label={t.theme} trigger={<IconButton icon={ThemeIcon as typeof Sun} label={t.theme} tooltip={false} />}>
      {THEMES.map(({ id, icon }) => (
        <MenuItem key={id} icon={icon} checked={theme === id} onSelect={() => setTheme(id)}>
          {t.themes[id]}
        </MenuItem>
      ))}
    </Menu>
  );
}

function ThemeIcon({ size }: { size?: number }) {
  return (
    <>
      <Sun size={size ?? 16} strokeWidth={1.75} aria-hidden className="dark:hidden" />
      <Moon size={size ?? 16} strokeWidth={1.75} aria-hidden className="hidden dark:block" />
    </>
  );
}
