/** Whether a row of a paper's table can be repeated, and what keeps it from being. */
export const ROW_STATUSES = {
  runs: {
    means: 'only the data and a served model are needed',
    next: 'Name --data, --model and --base-url.',
    canRun: true,
  },
  'model-unreleased': {
    means: "the paper's own model was never released",
    next: 'The recipe runs with a model of your own.',
    canRun: true,
  },
  recordings: {
    means: 'the paper drove a device; here recorded screens stand in for it',
    next: 'The recipe runs; its numbers have bounds, and no difference to the paper is computed.',
    canRun: true,
  },
  phones: {
    means: 'phones or emulators of the adb server are needed, with the apps of the tasks',
    next: 'Name --data, --model and --base-url; --device names a phone, else every one that is ready is used.',
    canRun: true,
  },
  'from-runs': {
    means: 'its numbers are computed from runs of other rows',
    next: 'Run those first.',
    canRun: false,
  },
  'data-unreleased': {
    means: 'the tasks or labels that it needs were never released',
    next: 'Nothing can be run.',
    canRun: false,
  },
  'live-device': {
    means: 'it was measured on a live device',
    next: 'It waits for a live phone.',
    canRun: false,
  },
  'no-reader': {
    means: "no dialect reads the model's answers",
    next: 'A dialect of your own can read them: docs/dialects/README.md.',
    canRun: false,
  },
  'no-prompt': {
    means: 'how the model was asked is not known',
    next: 'Nothing can be run.',
    canRun: false,
  },
  description: {
    means: 'it says what data or methods are, and measures nothing',
    next: 'There is nothing to run.',
    canRun: false,
  },
} as const satisfies Readonly<Record<string, StatusMeaning>>;

interface StatusMeaning {
  /** A sentence without its capital and full stop. */
  readonly means: string;
  readonly next: string;
  /** Whether its rows have runs. */
  readonly canRun: boolean;
}

export type RowStatus = keyof typeof ROW_STATUSES;
