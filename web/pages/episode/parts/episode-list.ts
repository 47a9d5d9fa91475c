import type { EpisodeKey } from './episode-context.js';

let listed: readonly EpisodeKey[] = [];
let cameFrom: ListPlace | null = null;

/** The page of a list as the router has it. */
export interface ListPlace {
  readonly to: string;
  readonly search: Readonly<Record<string, string | readonly string[] | undefined>>;
}

/** Notes the list that an episode is opened from, and where its page is: what comes next and where one goes back to. */
export function rememberList(episodes: readonly EpisodeKey[], place: ListPlace): void {
  listed = episodes;
  cameFrom = place;
}

/** The list that the reader came from; empty where an address led here. */
export function rememberedList(): {
  readonly episodes: readonly EpisodeKey[];
  readonly place: ListPlace | null;
} {
  return { episodes: listed, place: cameFrom };
}
