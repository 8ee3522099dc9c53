/** Room in pixels around the plot of a chart, known to what draws and to what lies over it: the scale at the left, labels beneath, and air above. */
export const SCALE = 44;
export const LABELS = 26;
export const HEADROOM = 10;
