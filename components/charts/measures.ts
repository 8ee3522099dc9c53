/**
 * Space in pixels around the plot for the scale on the left, labels below and padding above. Shared
 * by drawing and overlay.
 */
export const SCALE = 44;
export const LABELS = 26;
export const HEADROOM = 10;
