/**
 * Where the tasks of a suite can be done: on the screens of `graph.json`, in the web apps of `live.json`, on the phones of
 * `android.json`. The order is that in which a world is opened unless one is chosen.
 */
export const WORLD_ENVIRONMENTS = ['recorded', 'chromium', 'android'] as const;
export type WorldEnvironment = (typeof WORLD_ENVIRONMENTS)[number];
