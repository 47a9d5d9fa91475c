import type { EpisodeFinding } from '../../domain/scores/episode-finding.js';
import { TouchstoneError } from '../../errors.js';
import type { ScannedEpisode, Scanner } from '../../scanners/scanner.js';

/**
 * What some scanners find in an episode, in their order. A screen that cannot be had makes a scanner say nothing.
 *
 * @param onUntold called for each scanner that cannot tell, with the error that kept it from it, where one did
 */
export async function scanEpisode(
  episode: ScannedEpisode,
  scanners: Iterable<Scanner>,
  onUntold: (scanner: Scanner, error: TouchstoneError | null) => void = () => undefined,
): Promise<readonly EpisodeFinding[]> {
  const found: EpisodeFinding[] = [];
  for (const scanner of scanners) {
    try {
      const name = `${scanner.name}@${scanner.version}`;
      const findings = await scanner.scan(episode);
      if (findings === null) onUntold(scanner, null);
      for (const finding of findings ?? []) found.push({ scanner: name, ...finding });
    } catch (error) {
      episode.signal.throwIfAborted();
      if (!(error instanceof TouchstoneError)) throw error;
      onUntold(scanner, error);
    }
  }
  return found;
}
