import type { ReportEpisode, ReportVerdict } from '../html/report-data.js';
import type { EpisodeFinding } from '../../domain/scores/episode-finding.js';

/** One episode with everything that its page shows. A server reads it from the journal, a report file from its blocks. */
export interface EpisodeView {
  /** Id of the run, as in addresses. */
  readonly run: string;
  readonly item: string;
  readonly repeat: number;
  /** The attempt that counts; of an episode under way the one that is made. */
  readonly attempt: number;
  /** It goes on while it is looked at. */
  readonly isRunning: boolean;
  readonly episode: ReportEpisode;
  /** In the run's own mode and the other one; null where there is none yet. */
  readonly verdict: ReportVerdict | null;
  readonly otherVerdict: ReportVerdict | null;
  /** What the rules for findings say of it; empty in files written without. */
  readonly findings: readonly EpisodeFinding[];
}
