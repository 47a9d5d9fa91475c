import type { LiveFront, LiveLook } from '../../domain/live/live-front.js';
import type { Observation } from '../../domain/screen.js';

/** What was seen of a screen before, with what a look has found since. */
export async function present(
  front: LiveFront | undefined,
  before: Observation,
  what: LiveLook,
  signal: AbortSignal,
): Promise<{ readonly looked: Observation; readonly known: Observation }> {
  if (front === undefined) return { looked: before, known: before };
  const looked = await front.look(what, { signal });
  const { picture, hierarchy } = looked.screen;
  const screen = {
    ...looked.screen,
    picture: picture ?? before.screen.picture,
    hierarchy: hierarchy ?? before.screen.hierarchy,
  };
  return { looked, known: { screen } };
}
