/** Which of its times a node stands at. */
export const MOMENTS = ['occurred', 'mentioned', 'created'] as const;
export type Moment = (typeof MOMENTS)[number];
