import type { EpisodeKey } from './episode-context.js';

let listed: readonly EpisodeKey[] = [];
let cameFrom: string | null = null;

/** Notes the list that an episode is opened from, and the address of its page: what comes next and where one goes back to. */
export function rememberList(episodes: readonly EpisodeKey[], address: string): void {
  listed = episodes;
  cameFrom = address;
}

/** The list that the reader came from; empty where an address led here. */
export function rememberedList(): { readonly episodes: readonly EpisodeKey[]; readonly address: string | null } {
  return { episodes: listed, address: cameFrom };
}
