/**
 * How entries of a run's configuration are told to people: by a name instead of a path, lists by what one has and the other
 * lacks instead of element by element, hashes as short as tells them apart.
 */

/** Members of a list that are named; the others are counted. */
const MOST_NAMED = 4;
/** Characters of a value that are shown. */
const MOST_SHOWN = 80;
/** Characters of a hash that are shown: enough to tell two apart. */
const SHORT_HASH = 8;

/** Paths and what people call them, in the order in which they are looked for; `*` stands for one part of the path, `**` for its rest. */
const NAMES: readonly (readonly [path: string, name: string])[] = [
  ['agent.name', 'agent'],
  ['agent.version', "agent's version"],
  ['agent.settings.options.**', 'agent option *'],
  ['agent.settings.phone.screenshots', 'files of screenshots'],
  ['agent.settings.phone.counting', 'what counts as an action'],
  ['agent.settings.phone.*', 'phone option *'],
  ['agent.settings.answerPattern', 'where the answer is taken from'],
  ['agent.settings.command', "agent's command"],
  ['models.*.model', 'model (*)'],
  ['models.*', 'model (*), its settings'],
  ['dialect', 'dialect'],
  ['dialect.name', 'dialect'],
  ['dialect.version', "dialect's version"],
  ['prompts.**', 'prompt *'],
  ['observation.kind', 'what the agent is shown'],
  ['observation.picture', 'size of the picture'],
  ['history.kind', 'history'],
  ['history.length', 'steps of history'],
  ['parsing', 'how answers are read'],
  ['formatErrors', 'an unreadable answer'],
  ['benchmark.items', 'tasks'],
  ['benchmark.sample', 'random sample'],
  ['benchmark.sample.size', 'tasks of the random sample'],
  ['benchmark.sample.of', 'tasks that it is drawn from'],
  ['benchmark.sample.seed', 'seed of the random sample'],
  ['benchmark.split', 'split'],
  ['benchmark.version', "benchmark's version"],
  ['benchmark.language', 'language of the instructions'],
  ['fork', 'fork'],
  ['fork.run', 'forked from run'],
  ['fork.step', 'first step of its own, from 0'],
  ['fork.action', 'action at that step'],
  ['fork.changes.**', 'changed: *'],
  ['limits.steps', 'most steps'],
  ['limits.seconds', 'most seconds of an episode'],
  ['limits.tokens', 'most tokens of an episode'],
  ['limits.money', 'most dollars of an episode'],
  ['plugins.*.version', "plug-in *'s version"],
  ['plugins.*.hash', 'plug-in *, its files'],
  ['touchstone', 'version of Touchstone'],
];
const PATTERNS = NAMES.map(([path, name]) => ({
  name,
  pattern: new RegExp(
    `^${path.replaceAll('.', String.raw`\.`).replaceAll(/\*\*?/g, (star) => (star === '*' ? '([^.]+)' : '(.+)'))}$`,
  ),
}));

/** What null means, where it is not "none". */
const NULLS: Readonly<Record<string, string>> = {
  'benchmark.items': 'all',
  'benchmark.language': "each task's first",
  'history.length': 'all',
};

/** What people call an entry; its path where it has no name. */
export function entryName(path: string): string {
  for (const { pattern, name } of PATTERNS) {
    const match = pattern.exec(path);
    if (match !== null) return name.replace('*', match[1] ?? '');
  }
  return path;
}

/** Where an entry stands among others: what is asked for most comes first. */
export function entryRank(path: string): number {
  const rank = PATTERNS.findIndex(({ pattern }) => pattern.test(path));
  return rank < 0 ? PATTERNS.length : rank;
}

/**
 * The value of an entry.
 *
 * @param first another run's value of it: a list then says what it has more and less than that one
 */
export function entryValue(path: string, value: unknown, first?: unknown): string {
  if (value === null) return NULLS[path] ?? 'none';
  if (Array.isArray(value)) return listText(value, Array.isArray(first) ? first : null);
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  if (/^[0-9a-f]{64}$/.test(text)) return `#${text.slice(0, SHORT_HASH)}`;
  return clipped(text);
}

function listText(list: readonly unknown[], first: readonly unknown[] | null): string {
  const count = String(list.length);
  if (first === null || first === list) return `${count}: ${namesOf(list)}`;
  const lacking = first.filter((one) => !list.includes(one));
  const more = list.filter((one) => !first.includes(one));
  const parts = [
    ...(lacking.length === 0 ? [] : [`without ${namesOf(lacking)}`]),
    ...(more.length === 0 ? [] : [`with ${namesOf(more)}`]),
  ];
  return parts.length === 0 ? `${count}, in another order` : `${count}: ${parts.join('; ')}`;
}

function namesOf(list: readonly unknown[]): string {
  const named = list
    .slice(0, MOST_NAMED)
    .map((one) => clipped(typeof one === 'string' ? one : (JSON.stringify(one) ?? '')));
  const left = list.length - named.length;
  return left > 0 ? `${named.join(', ')} and ${left} more` : named.join(', ');
}

function clipped(text: string): string {
  return text.length <= MOST_SHOWN ? text : `${text.slice(0, MOST_SHOWN - 1)}…`;
}
