/** Verbs of OS-Atlas with the words that models use for them. */
const VERBS = {
  CLICK: ['TAP'],
  LONG_PRESS: ['LONGPRESS'],
  TYPE: [],
  SCROLL: ['SWIPE'],
  OPEN_APP: ['OPEN'],
  PRESS_BACK: ['BACK'],
  PRESS_HOME: ['HOME'],
  PRESS_RECENT: ['RECENT'],
  ENTER: ['PRESS_ENTER'],
  WAIT: [],
  COMPLETE: ['COMPLETED'],
  IMPOSSIBLE: [],
} as const satisfies Record<string, readonly string[]>;
export type OsAtlasVerb = keyof typeof VERBS;

const BY_WORD: ReadonlyMap<string, OsAtlasVerb> = new Map(
  (Object.keys(VERBS) as OsAtlasVerb[]).flatMap((verb) =>
    [verb, ...VERBS[verb]].map((word) => [word, verb] as const),
  ),
);

/** The verb that a word means, and the code of what is unlike the grammar about it. */
export function findOsAtlasVerb(word: string): { verb: OsAtlasVerb; warning: string | null } | null {
  const verb = BY_WORD.get(word.toUpperCase());
  if (verb === undefined) return null;
  return { verb, warning: word === verb ? null : word.toUpperCase() === verb ? 'case' : 'alias_name' };
}
