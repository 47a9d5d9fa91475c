/** Calls of the generic grammar by their names in prompts. `arguments` is how a prompt shows them, `example` some that there may be. */
export const GENERIC_CALLS = {
  Click: { arguments: 'x, y', example: '100, 238', does: 'tap at this position' },
  LongPress: { arguments: 'x, y', example: '540, 960', does: 'press and hold at this position' },
  Type: {
    arguments: 'text',
    example: 'wembley stadium',
    does: 'type this text into the focused field, without quotes',
  },
  Swipe: {
    arguments: 'x1, y1, x2, y2',
    example: '300, 800, 300, 200',
    does: 'move the finger from the first position to the second',
  },
  Back: { arguments: '', example: '', does: 'go back' },
  Home: { arguments: '', example: '', does: 'go to the home screen' },
  Enter: { arguments: '', example: '', does: 'press Enter' },
  Open: { arguments: 'app', example: 'Clock', does: 'open the app of this name' },
  Wait: { arguments: '', example: '', does: 'let the screen settle' },
  Complete: { arguments: '', example: '', does: 'the task is done' },
  Answer: { arguments: 'text', example: '42', does: 'the task is done and this text answers it' },
} as const satisfies Record<
  string,
  { readonly arguments: string; readonly example: string; readonly does: string }
>;
export type GenericCallName = keyof typeof GENERIC_CALLS;

/** Everything the grammar can express. */
export const ALL_CALLS = Object.keys(GENERIC_CALLS) as readonly GenericCallName[];

const BY_FOLDED: ReadonlyMap<string, GenericCallName> = new Map(
  ALL_CALLS.map((call) => [call.toLowerCase(), call] as const),
);

/** The call that a name means, and whether it is written as the prompt writes it. Case, `_` and spaces are forgiven. */
export function findCall(name: string): { name: GenericCallName; exact: boolean; alias: boolean } | null {
  const folded = name.toLowerCase().replaceAll(/[ _]/g, '');
  const wanted = folded === 'tap' ? 'click' : folded;
  const found = BY_FOLDED.get(wanted);
  return found === undefined ? null : { name: found, exact: found === name, alias: wanted !== folded };
}
