/** How surely a sequential gate decides: chances of a wrong decision, and the distance that it has to notice. */
export const SEQUENTIAL = {
  /** Most often that the gate is missed by an agent that is as good as asked for. */
  falseAlarms: 0.05,
  /** Most often that it is met by an agent that is worse by the margin. */
  letThrough: 0.1,
  /** How much worse an agent has to be to be noticed so surely: 10 points. */
  margin: 0.1,
} as const;

/** By Ville's inequality a fair bet multiplies its stake by 20 at most once in 20 times, however long it is watched. */
export const VILLE = { missed: 1 / SEQUENTIAL.falseAlarms, met: 1 / SEQUENTIAL.letThrough } as const;
