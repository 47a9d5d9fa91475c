import type { EpisodeFinding } from '../../domain/scores/episode-finding.js';
import { TouchstoneError } from '../../errors.js';
import type { ScannedEpisode, Scanner } from '../../scanners/scanner.js';

/** What some scanners find in an episode, in their order. A screen that cannot be had makes a scanner say nothing. */
export async function scanEpisode(
  episode: ScannedEpisode,
  scanners: Iterable<Scanner>,
): Promise<readonly EpisodeFinding[]> {
  const found: EpisodeFinding[] = [];
  for (const scanner of scanners) {
    try {
      const name = `${scanner.name}@${scanner.version}`;
      for (const finding of await scanner.scan(episode)) found.push({ scanner: name, ...finding });
    } catch (error) {
      episode.signal.throwIfAborted();
      if (!(error instanceof TouchstoneError)) throw error;
    }
  }
  return found;
}
