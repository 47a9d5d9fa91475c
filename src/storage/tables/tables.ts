/** The tables of the index, in whichever database. JSON and times are text, yes and no are 1 and 0. */
export interface Tables {
  meta: { key: string; value: string };
  runs: {
    /** Name of the folder of runs; empty in a database that is of one folder. */
    folder: string;
    name: string;
    version: string;
    revision: number;
    fingerprint: string;
    card: string;
    facts: string | null;
  };
  /** Whose rows are here, shown or not yet. */
  versions: { version: string; folder: string };
  /** Runs that are left out until they change. */
  pruned: { folder: string; name: string; fingerprint: string };
  tasks: { version: string; id: string; writer: string; place: number; task: string };
  episodes: EpisodeRow;
  /** What lists need of a version as of a revision, ready to be read; its report has no tables. */
  listings: { version: string; revision: number; report: string; tasks: string; episodes: string };
  verdicts: { version: string; item: string; repeat: number; is_own: number; verdict: string };
}

export interface EpisodeRow {
  version: string;
  item: string;
  repeat: number;
  revision: number;
  task: string;
  outcome: string;
  reason: string | null;
  steps: number;
  completion: number | null;
  metric: string | null;
  duration_ms: number;
  cost_usd: number | null;
  tokens: number | null;
  format_errors: number;
  findings: string;
  attempts: number;
  why: string;
  other_mode: number | null;
  is_scored: number;
  is_open: number;
  started_at: string | null;
  ended_at: string | null;
  writer: string | null;
  attempt: number | null;
  line: number | null;
  line_offset: number | null;
  line_end: number | null;
  model_ms: number;
  device_ms: number;
  milestones: string;
  path: string;
}
