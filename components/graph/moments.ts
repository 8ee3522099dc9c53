/** The time field by which nodes are placed. */
export const MOMENTS = ['occurred', 'mentioned', 'created'] as const;
export type Moment = (typeof MOMENTS)[number];
