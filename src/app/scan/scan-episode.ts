import type { EpisodeFinding } from '../../domain/scores/episode-finding.js';
import { TouchstoneError } from '../../errors.js';
import type { ScannedEpisode, Scanner } from '../../scanners/scanner.js';

/**
 * What some scanners find in an episode, in their order. A screen that cannot be had makes a scanner say nothing, and so does
 * an error of its own: findings are no reason to lose an episode, or what other scanners found. Who runs this is warned of it.
 */
export async function scanEpisode(
  episode: ScannedEpisode,
  scanners: Iterable<Scanner>,
): Promise<readonly EpisodeFinding[]> {
  const found: EpisodeFinding[] = [];
  for (const scanner of scanners) {
    const name = `${scanner.name}@${scanner.version}`;
    try {
      for (const finding of await scanner.scan(episode)) found.push({ scanner: name, ...finding });
    } catch (error) {
      episode.signal.throwIfAborted();
      if (!(error instanceof TouchstoneError)) warnOnce(name, error);
    }
  }
  return found;
}

const WARNED = new Set<string>();

/** Once for each kind of error: a viewer scans an episode whenever it is looked at. */
function warnOnce(scanner: string, error: unknown): void {
  const why = error instanceof Error ? error.message : String(error);
  const warning = `scanner ${scanner} failed, and its findings are left out: ${why}`;
  if (WARNED.has(warning)) return;
  WARNED.add(warning);
  process.emitWarning(
    warning,
    error instanceof Error && error.stack !== undefined ? { detail: error.stack } : {},
  );
}
