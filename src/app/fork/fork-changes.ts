import { resolve } from 'node:path';
import { ActionSchema, type Action } from '../../domain/action.js';
import { describeIssue } from '../../domain/text/describe-issue.js';
import { didYouMean } from '../../domain/text/nearest-name.js';
import { UserError } from '../../errors.js';
import { DIALECT_SETTINGS } from '../settings/dialect-settings.js';
import { fromHere } from '../settings/from-here.js';
import { MODEL_SETTINGS } from '../settings/model-settings.js';
import { resolveSettings } from '../settings/resolve-settings.js';
import { SETTINGS, type SettingKey, type Settings } from '../settings/setting.js';

/** The change that is no setting: what is done at the step itself. */
const ACTION = 'action';

/** Settings that decide how the agent goes on, and nothing of how it came to the step. */
const CHANGEABLE: ReadonlySet<string> = new Set<SettingKey>([
  'agent',
  'trajectories',
  'passEnv',
  'seed',
  'history',
  'maxSteps',
  'episodeSeconds',
  ...(Object.keys(MODEL_SETTINGS) as SettingKey[]),
  ...(Object.keys(DIALECT_SETTINGS) as SettingKey[]),
]);

/** How a session of a fork is carried out: flags of the command; whatever else is to be different is a change. */
export const FORK_SESSION_SETTINGS = [
  'concurrency',
  'runSeconds',
  'outageSeconds',
  'maxTokens',
  'maxCost',
  'data',
  'files',
  'runs',
] as const satisfies readonly SettingKey[];
const OF_SESSION: ReadonlySet<string> = new Set(FORK_SESSION_SETTINGS);

/** What is different in a fork. */
export interface ForkChanges {
  readonly settings: Partial<Settings>;
  /** What is done at the step in place of what the agent decides; null leaves it to the agent. */
  readonly action: Action | null;
  /** By the setting's name, as it was written. */
  readonly named: Readonly<Record<string, string>>;
}

/** `name=value` pairs as they are typed. @throws {UserError} for what is none, and a name given twice */
export function readChanges(pairs: readonly string[]): Readonly<Record<string, string>> {
  const found = new Map<string, string>();
  for (const pair of pairs) {
    const at = pair.indexOf('=');
    if (at < 1) {
      throw new UserError(`--set: ${JSON.stringify(pair)} is not written as name=value`, {
        hint: 'Such as --set model=NAME, --set prompt.turn=FILE or --set action=\'{"type":"wait"}\'.',
      });
    }
    const name = pair.slice(0, at).trim();
    if (found.has(name)) {
      throw new UserError(`--set: ${name} is given twice`, { hint: 'Name each change once.' });
    }
    found.set(name, pair.slice(at + 1));
  }
  return Object.fromEntries(found);
}

/**
 * What the changes of a fork mean. Settings are named as in a configuration file or as the flags of `touchstone run`, switches
 * with a dot: `model`, `topP` or `top-p`, `agentOptions.NAME` or `agent-option.NAME`, `prompt.NAME`. An empty value gives a
 * setting its default again. `action` is an action as JSON.
 *
 * @param workingDirectory what relative names of files start from
 * @throws {UserError} for a name that is none, one that a fork cannot change, and a value that does not fit
 */
export function parseChanges(
  changes: Readonly<Record<string, string>>,
  workingDirectory: string,
): ForkChanges {
  const values: Record<string, unknown> = {};
  const named: Record<string, string> = {};
  let action: Action | null = null;
  for (const [name, value] of Object.entries(changes)) {
    if (name === ACTION) {
      action = parseAction(value);
      continue;
    }
    const { key, member } = settingOf(name);
    const canonical = member === null ? key : `${key}.${member}`;
    if (canonical in named) {
      throw new UserError(`--set: ${canonical} is given twice`, { hint: 'Name each change once.' });
    }
    named[canonical] = value;
    if (member === null) values[key] = value === '' ? SETTINGS[key].default : value;
    else values[key] = { ...(values[key] as object | undefined), [member]: value };
  }
  const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
  const { values: parsed } = resolveSettings({
    flags: {},
    environment: {},
    config: { file: '--set', values: given },
  });
  const keys = Object.keys(values) as SettingKey[];
  const settings: Partial<Settings> = fromHere(
    Object.fromEntries(keys.map((key) => [key, parsed[key]])),
    workingDirectory,
  );
  const { trajectories } = settings;
  const recording =
    typeof trajectories === 'string' ? { trajectories: resolve(workingDirectory, trajectories) } : {};
  return { settings: { ...settings, ...recording }, action, named };
}

function parseAction(text: string): Action {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new UserError('--set action: it is no JSON', { hint: ACTION_FORM, cause });
  }
  const parsed = ActionSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const where = issue === undefined || issue.path.length === 0 ? '' : `${issue.path.join('.')}: `;
  const what = issue === undefined ? 'it is no action' : describeIssue(issue);
  throw new UserError(`--set action: ${where}${what}`, { hint: ACTION_FORM });
}

const ACTION_FORM =
  'Write an action as journals have it: {"type":"key","key":"BACK"}, or {"type":"tap","target":{"type":"point","point":{"x":10,"y":20,"space":"pixel"}}}.';

/** The setting of a name, by its key or its flag; of a switch also its own name. */
function settingOf(name: string): { readonly key: SettingKey; readonly member: string | null } {
  const dot = name.indexOf('.');
  const [first, member] = dot < 0 ? [name, null] : [name.slice(0, dot), name.slice(dot + 1)];
  const key = KEYS.get(first);
  if (key === undefined) {
    throw new UserError(`--set: there is no setting "${first}"`, {
      hint: `${didYouMean(first, [ACTION, ...CHANGEABLE])}A fork can change ${ACTION}, ${[...CHANGEABLE].join(', ')}.`,
    });
  }
  if (!CHANGEABLE.has(key)) throw new UserError(`--set: a fork cannot change ${key}`, { hint: whyNot(key) });
  const isByName = isSwitches(SETTINGS[key].default);
  if (isByName && (member === null || member === '')) {
    throw new UserError(`--set: ${first} are several: name one`, {
      hint: `Such as --set ${first}.NAME=VALUE.`,
    });
  }
  if (!isByName && member !== null) {
    const roles = first === 'model' ? ` A model of one role is in a profile: --set role.${member}=FILE.` : '';
    throw new UserError(`--set: ${first} has no part "${member}"`, {
      hint: `Write --set ${first}=VALUE.${roles}`,
    });
  }
  return { key, member };
}

function whyNot(key: SettingKey): string {
  const flag = SETTINGS[key].flag.split(' ')[0] ?? key;
  if (key === 'repeats') return 'Futures are counted by --times.';
  if (OF_SESSION.has(key)) return `It is a flag of its own: ${flag}.`;
  return 'It decides which task is done and where, so the first steps would not be those of the run.';
}

function isSwitches(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Settings by their key, and by their flag without its dashes. */
const KEYS: ReadonlyMap<string, SettingKey> = new Map(
  (Object.keys(SETTINGS) as SettingKey[]).flatMap((key): [string, SettingKey][] => [
    [key, key],
    [SETTINGS[key].flag.split(' ')[0]?.slice(2) ?? key, key],
  ]),
);
