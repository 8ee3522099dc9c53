import type { ComponentType } from 'react';
import { CategoryMark } from '#components/entities/category-mark';
import { Bead } from '#components/ui/bead';
import type { FactType } from '#lib/base/literals';
import type { EntityCategory } from '#lib/memory/entities/literals';

/** The mark of an entry: an icon, or the figure of an entity or a memory. */
export type PaletteIcon = ComponentType<{ size?: number; strokeWidth?: number; className?: string; 'aria-hidden'?: boolean }>;

/** In the width of an icon. */
const FIGURE = 12;
const MARGIN = 'mx-[1.5px]';

export const ENTITY_ICONS: Readonly<Record<EntityCategory, PaletteIcon>> = {
  person: () => <CategoryMark category="person" size={FIGURE} className={MARGIN} />,
  organization: () => <CategoryMark category="organization" size={FIGURE} className={MARGIN} />,
  place: () => <CategoryMark category="place" size={FIGURE} className={MARGIN} />,
  date: () => <CategoryMark category="date" size={FIGURE} className={MARGIN} />,
  thing: () => <CategoryMark category="thing" size={FIGURE} className={MARGIN} />,
};

export const FACT_ICONS: Readonly<Record<FactType, PaletteIcon>> = {
  world: () => <Bead kind="world" size={FIGURE} className={MARGIN} />,
  experience: () => <Bead kind="experience" size={FIGURE} className={MARGIN} />,
  observation: () => <Bead kind="observation" size={FIGURE} className={MARGIN} />,
};
