'use client';

import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Chip } from '#components/ui/badge';
import { Button } from '#components/ui/button';
import { Menu } from '#components/ui/menu';

interface FilterMenuProps {
  label: string;
  icon: LucideIcon;
  /** The text of the button while the filter is not set. */
  any: string;
  /** The value of the filter. Null if it is not set. */
  chosen: string | null;
  onRemove: () => void;
  /** Label of the remove button of a value. */
  removeLabel: (chosen: string) => string;
  children: ReactNode;
}

/** A filter of one value: a menu of the values, then a chip with the chosen one. */
export const FilterMenu = ({ label, icon, any, chosen, onRemove, removeLabel, children }: FilterMenuProps) =>
  chosen === null ? (
    <Menu
      label={label}
      align="start"
      trigger={
        <Button look="ghost" icon={icon}>
          {any}
        </Button>
      }
    >
      {children}
    </Menu>
  ) : (
    <Chip onRemove={onRemove} removeLabel={removeLabel(chosen)}>
      {chosen}
    </Chip>
  );
