/** Chance of claiming any difference where there is none, over all comparisons made together. */
export const COMPARISON_LEVEL = 0.05;
