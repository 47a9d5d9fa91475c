/**
 * Says that the users of a server cannot be read, what holds meanwhile, and when they are read again.
 *
 * @param opened what becomes of who is in already
 */
export function usersNotes(
  file: string,
  say: (note: string) => void,
  opened = 'open pages are cut off',
): (problem: Error | null) => void {
  return (problem) => {
    say(
      problem === null
        ? `${file} can be read again, and its users are let in`
        : `${problem.message}; until it is repaired nobody is let in, and ${opened}`,
    );
  };
}
