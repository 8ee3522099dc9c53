import { FACT_TYPES } from '#lib/base/literals';
import { ENTITY_CATEGORIES } from '#lib/memory/entities/literals';

/** The shapes of entities and memories, for every size and page. */

/** What the shape and color of a node or row show: the type of a memory, or what an entity is. */
export const MARKS = [...ENTITY_CATEGORIES, ...FACT_TYPES] as const;
export type Mark = (typeof MARKS)[number];

/** Entities are outlined, memories are filled. */
export const isOutlined = (mark: Mark): boolean => ENTITY_CATEGORIES.some((category) => category === mark);

type Outline = readonly (readonly [x: number, y: number])[];

const SIDES = 14;
/** The points of an arc. Angles in degrees, clockwise from the right. */
const arc = (x: number, y: number, radius: number, from: number, to: number): Outline =>
  Array.from({ length: SIDES + 1 }, (_, i) => {
    const angle = ((from + ((to - from) * i) / SIDES) * Math.PI) / 180;
    return [x + Math.cos(angle) * radius, y + Math.sin(angle) * radius] as const;
  });

const mirrored = (half: Outline): Outline => [...half, ...half.toReversed().map(([x, y]) => [-x, y] as const)];

/** Shapes in a box from -1 to 1. Experiences are circles. */
const OUTLINES: Readonly<Record<Exclude<Mark, 'experience'>, Outline>> = {
  // Head and shoulders.
  person: [[-0.95, 0.95], [-0.9, 0.55], [-0.65, 0.27], ...arc(0, -0.45, 0.5, 125, 415), [0.65, 0.27], [0.9, 0.55], [0.95, 0.95]],
  // A tower with a wing.
  organization: [
    [-0.8, 0.95],
    [-0.8, -0.95],
    [0.15, -0.95],
    [0.15, -0.25],
    [0.85, -0.25],
    [0.85, 0.95],
  ],
  // A pin on a map.
  place: [[0, 1], ...arc(0, -0.3, 0.7, 150, 390)],
  // A sheet of a calendar.
  date: mirrored([
    [-0.35, -0.68],
    [-0.35, -0.95],
    [-0.55, -0.95],
    [-0.55, -0.68],
    [-0.9, -0.68],
    [-0.9, 0.9],
  ]),
  thing: Array.from({ length: 6 }, (_, i) => [Math.sin((i * Math.PI) / 3), -Math.cos((i * Math.PI) / 3)] as const),
  world: mirrored([
    [-0.88, -0.88],
    [-0.88, 0.88],
  ]),
  observation: [
    [0, -1.1],
    [1.1, 0],
    [0, 1.1],
    [-1.1, 0],
  ],
};

/** The points of a shape of this width around 0, 0. Empty for a circle. */
export const outlineOf = (mark: Mark, size: number): Outline =>
  mark === 'experience' ? [] : OUTLINES[mark].map(([x, y]) => [(x * size) / 2, (y * size) / 2] as const);
