import type { Graph } from '../../domain/graph/graph.js';
import type { LiveFront } from '../../domain/live/live-front.js';
import type { Observation } from '../../domain/screen.js';
import { makeProfile, profileOfGraph, type GraphScreens } from '../device/phone-profile.js';
import { profileOfLive } from '../live/profile-of-live.js';
import type { PhoneProfile } from '../phone-world.js';

/** Phones of a graph are alike: made once, shared by its episodes. */
const profiles = new WeakMap<Graph, Promise<PhoneProfile>>();

/** The phone that a world is of: a live one's own, a graph's; where there is neither, what its first screen says. */
export async function profileOfScreens(
  screens: GraphScreens | null,
  { screen }: Observation,
  live?: LiveFront,
): Promise<PhoneProfile> {
  if (live !== undefined) return profileOfLive(live, Date.now());
  if (screens !== null) {
    const known = profiles.get(screens.graph) ?? profileOfGraph(screens);
    profiles.set(screens.graph, known);
    return known;
  }
  const { size, activity } = screen;
  return makeProfile({
    size: size ?? { width: 1080, height: 2400 },
    apps: activity === null ? [] : [{ ...activity, name: null, isSystem: false }],
    hasWaits: false,
  });
}
