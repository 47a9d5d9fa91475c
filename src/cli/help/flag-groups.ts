import type { Command, Option } from 'commander';

/** Headings of help, in order, and the flags below each. What is under none comes last, with `--help`. */
const GROUPS: readonly (readonly [heading: string, flags: readonly string[]])[] = [
  [
    'What to run:',
    [
      'item',
      'repeat',
      'step',
      'set',
      'times',
      'row',
      'part',
      'dry-run',
      'collate',
      'data',
      'split',
      'language',
      'task',
      'tasks',
      'limit',
      'sample',
      'repeats',
      'seed',
      'mode',
      'level',
      'history',
    ],
  ],
  ['What to run:', ['benchmark-option', 'dimensions', 'modality', 'questions', 'plugin']],
  [
    'Agent:',
    ['agent', 'agent-option', 'trajectories', 'pass-env', 'name', 'preset', 'answer-pattern', 'show-output'],
  ],
  ['Model:', ['model', 'provider', 'api', 'base-url', 'api-key-variable', 'profile', 'role']],
  ['Model:', ['temperature', 'top-p', 'top-k', 'model-seed', 'max-output-tokens']],
  ['Model:', ['price-input', 'price-output', 'prices']],
  ['Model:', ['cache', 'record', 'replay', 'no-preflight']],
  [
    'How the model is asked and read:',
    [
      'dialect',
      'dialect-option',
      'role-dialect',
      'prompt',
      'observation',
      'elements',
      'picture',
      'coordinates',
    ],
  ],
  [
    'How the model is asked and read:',
    ['prompt-source', 'prompt-set', 'scroll', 'history-length', 'history-pictures', 'parsing'],
  ],
  [
    'Limits and budget:',
    [
      'max-steps',
      'episode-seconds',
      'run-seconds',
      'outage-seconds',
      'max-tokens',
      'max-cost',
      'concurrency',
    ],
  ],
  ['Phone:', ['env', 'device', 'adb-port', 'forbid', 'interruptions', 'user', 'chooser', 'repair']],
  [
    'Scoring, for CI:',
    ['min-success', 'min-metric', 'baseline', 'max-drop', 'max-metric-drop', 'confident', 'sequential'],
  ],
  ['Scoring, for CI:', ['no-sequential', 'junit']],
  ['Where it is kept, and output:', ['runs', 'files', 'queue', 'run-id', 'label', 'events', 'json']],
  ['Resuming:', ['retry-voided', 'trust-settings']],
];
const PLACES: ReadonlyMap<string, { readonly heading: string; readonly rank: number }> = new Map(
  GROUPS.flatMap(([heading, flags], group) =>
    flags.map((flag, place) => [`--${flag}`, { heading, rank: group * 100 + place }] as const),
  ),
);

/** Where more is said of each group than help has room for. */
const MORE = `
More: docs/README.md says where to look for what; docs/providers.md is about
models and prices, docs/agents/README.md about agents, docs/dialects/README.md
about dialects, docs/continuous-integration.md about CI. \`touchstone config\`
prints the value of every setting.`;

/** Puts the flags of a command that has dozens of them under headings, by what they are for. Call it once all are added. */
export function groupFlags(command: Command): Command {
  const rankOf = ({ long }: Option): number => PLACES.get(long ?? '')?.rank ?? Infinity;
  // The order in which they are declared is the order in which help lists them; nothing else goes by it.
  (command.options as Option[]).sort((a, b) => {
    const [left, right] = [rankOf(a), rankOf(b)];
    return left === right ? 0 : left - right;
  });
  for (const option of command.options) {
    const place = PLACES.get(option.long ?? '');
    if (place !== undefined) option.helpGroup(place.heading);
  }
  return command.addHelpText('after', MORE);
}
