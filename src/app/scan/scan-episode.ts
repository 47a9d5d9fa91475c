import type { EpisodeFinding } from '../../domain/scores/episode-finding.js';
import { TouchstoneError } from '../../errors.js';
import type { ScannedEpisode, Scanner } from '../../scanners/scanner.js';

/**
 * What some scanners find in an episode, in their order. A screen that cannot be had makes a scanner say nothing, and so does
 * an error of its own: findings are no reason to lose an episode, or what other scanners found. Who runs this is warned of it.
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
    const name = `${scanner.name}@${scanner.version}`;
    try {
      const findings = await scanner.scan(episode);
      if (findings === null) onUntold(scanner, null);
      for (const finding of findings ?? []) found.push({ scanner: name, ...finding });
    } catch (error) {
      episode.signal.throwIfAborted();
      if (!(error instanceof TouchstoneError)) warnOnce(name, error);
      onUntold(scanner, error instanceof TouchstoneError ? error : null);
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
