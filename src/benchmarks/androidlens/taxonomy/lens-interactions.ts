/** The kinds of interaction between apps, in the paper's order. Source: AndroidLens paper (supplement), section C. */
export const LENS_INTERACTIONS = [
  'sharing',
  'clipboard operation',
  'application redirection',
  'authorization',
  'tool call',
  'comparison',
  'information aggregation',
  'multi-round interactions',
] as const;

/** Begins as no other kind does, so that `clipboard`, `Clipboard operations` and `multi_round` are understood. */
const BEGINNINGS: readonly (readonly [beginning: string, kind: (typeof LENS_INTERACTIONS)[number]])[] = [
  ['shar', 'sharing'],
  ['clipboard', 'clipboard operation'],
  ['copy', 'clipboard operation'],
  ['application redirect', 'application redirection'],
  ['app redirect', 'application redirection'],
  ['redirect', 'application redirection'],
  ['authori', 'authorization'],
  ['tool', 'tool call'],
  ['compar', 'comparison'],
  ['information aggregat', 'information aggregation'],
  ['aggregat', 'information aggregation'],
  ['multi round', 'multi-round interactions'],
  ['multiround', 'multi-round interactions'],
];

/** The paper's name of a kind, however it is written; null for what is none. */
export function interactionNamed(name: string): string | null {
  const words = name
    .toLowerCase()
    .replaceAll(/[^a-z]+/g, ' ')
    .trim();
  return BEGINNINGS.find(([beginning]) => words.startsWith(beginning))?.[1] ?? null;
}
