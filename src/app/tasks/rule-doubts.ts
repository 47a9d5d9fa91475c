/** What an import noted of a rule that makes it worth a second look: how that is told, by the words of the note. */
export const RULE_DOUBTS = [
  {
    isMeant: (note: string) => note.startsWith('holds on none'),
    words: 'met by none of the recorded pages, so that nobody can pass',
  },
  {
    isMeant: (note: string) => note.includes('the first one of all too'),
    words: 'met on the first page already, so that doing nothing meets it',
  },
] as const;

/** Why somebody should look at a rule again before it counts; null where nothing is odd about it. */
export function doubtAbout(note: string | null): string | null {
  return note === null ? null : (RULE_DOUBTS.find(({ isMeant }) => isMeant(note))?.words ?? null);
}
