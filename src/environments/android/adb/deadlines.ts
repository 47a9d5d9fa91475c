/** Milliseconds that a call may take. Commands of a phone set no limit of their own. */
export const DEADLINES = {
  server: 2000,
  read: 5000,
  dumpsys: 8000,
  screenshot: 10_000,
  hierarchy: 13_000,
  /** All attempts for one hierarchy; the first of a connection may take longer. */
  hierarchyWhole: 27_000,
  hierarchyFirst: 45_000,
  input: 5000,
  /** Per character of typed text, in addition to `input`. */
  character: 20,
  launch: 30_000,
  focus: 15_000,
  forceStop: 10_000,
  clear: 30_000,
  grant: 10_000,
  teardown: 20_000,
} as const;
