import { defined } from '#lib/base/defined';
import { FACT_TYPES, type FactType } from '#lib/base/literals';

/** The rules of the memory graph; statistics count its links by the same rules. */

/** Each memory that mentions an entity is linked to this number of following ones. */
export const NEXT_UNITS = 10;

const SOLID = { lineStyle: 'solid' } as const;
const OTHER = { color: '#999999', ...SOLID };
const LOOKS: Readonly<Record<string, { readonly color: string; readonly lineStyle: 'solid' | 'dashed' }>> = {
  temporal: { color: '#00bcd4', lineStyle: 'dashed' },
  semantic: { color: '#ff69b4', ...SOLID },
  entity: { color: '#ffd700', ...SOLID },
};
export const lookOf = (linkType: string) => LOOKS[linkType] ?? OTHER;

const NODE_COLORS = ['#e0e0e0', '#90caf9', '#42a5f5'] as const;
/** By the number of entities. */
export const nodeColor = (entities: number): string => defined(NODE_COLORS[Math.min(entities, 2)]);

const LABEL = 30;
/** The first 30 characters, without splitting any, and an ellipsis if there are more. */
export function labelOf(text: string): string {
  const characters = [...text];
  return characters.length > LABEL ? `${characters.slice(0, LABEL).join('')}...` : text;
}

/** null: an unknown type. */
export const typeOf = (word: string): FactType | null => FACT_TYPES.find((type) => type === word) ?? null;
