import { basename, dirname, join } from 'node:path';
import { parseTreeRules, type TreeRule } from '../../../evaluators/tree-rules/rule.js';
import { parseHierarchy } from '../../../domain/hierarchy/parse-hierarchy.js';
import type { RecordedEpisode, RecordedStep } from '../../../domain/recordings/recorded-episode.js';
import type { Screen } from '../../../domain/screen.js';
import { stop } from '../../../domain/action.js';
import { DatasetError, TouchstoneError } from '../../../errors.js';
import { isThere } from '../../../files/is-there.js';
import { screenSize, ScreenProblem } from '../../stepwise/screen-png.js';
import { readSkills, type Skill } from '../dimensions/skills.js';
import { readApps, type SphinxApp } from '../recordings/apk-info.js';
import { readRecordedActions, readRules } from '../recordings/recording.js';
import type { RecordedAction } from '../saved-runs/native-action.js';
import type { SphinxPair } from '../saved-runs/pair.js';
import { recordedActionOf } from './recorded-action.js';

/** What a folder `groundtruth/TASK/APP` is to hold. */
export interface TaskFolder {
  /** Where it is of SPHINX itself; null for other sources, whose number is given when it is written. */
  readonly pair: SphinxPair | null;
  readonly app: SphinxApp;
  readonly instruction: string;
  readonly needsAccount: boolean;
  readonly actions: readonly RecordedAction[];
  /** One for each action. */
  readonly screens: readonly Screen[];
  readonly rules: readonly TreeRule[];
  readonly skills: readonly Skill[];
}

/**
 * An episode of any source as a folder. One of SPHINX itself has all that its own folder says.
 *
 * @throws {ScreenProblem} saying why it cannot be written
 */
export async function taskFolderOf(
  episode: RecordedEpisode,
  options: { readonly signal: AbortSignal },
): Promise<TaskFolder> {
  const { instructions, labels, steps, lastScreen } = episode;
  const instruction = instructions['en'] ?? Object.values(instructions)[0] ?? '';
  const common = { instruction, needsAccount: labels['account']?.[0] === 'needed' };
  const own = await ownFolder(episode, options);
  if (own !== null) return { ...common, ...own };
  const rules = rulesOf(episode);
  // A task begins in its app.
  const first = steps.findIndex(({ action }) => action.type !== 'open_app');
  const acted = first < 0 ? [] : steps.slice(first);
  const all: readonly RecordedStep[] =
    acted.at(-1)?.action.type !== 'stop' && lastScreen !== undefined
      ? [...acted, { screen: lastScreen, action: stop('success') }]
      : acted;
  if (all.at(-1)?.action.type !== 'stop') {
    throw left(null, 'nothing-done', null, 'it has no screen after its last step');
  }
  const actions: RecordedAction[] = [];
  for (const [step, { screen, action, box = null }] of all.entries()) {
    const size = await screenSize(screen, step, options.signal);
    const hierarchy = await hierarchyOf(screen, step, options);
    const said = recordedActionOf(action, { hierarchy, size, box });
    if (typeof said === 'string') throw left(null, 'no-words', action.type, `step ${step}: ${said}`);
    actions.push(said);
  }
  const early = actions.findIndex(({ type }) => type === 'stop');
  if (early < actions.length - 1) throw left(early, 'no-words', 'stop', 'it stops before its last step');
  return {
    ...common,
    pair: null,
    app: appOf(episode),
    actions,
    screens: all.map(({ screen }) => screen),
    rules,
    skills: skillsOf(episode, actions.length, Math.max(first, 0)),
  };
}

/** What the folder of an episode of SPHINX says; null for one of another source. */
async function ownFolder(
  { place, steps }: RecordedEpisode,
  options: { readonly signal: AbortSignal },
): Promise<Omit<TaskFolder, 'instruction' | 'needsAccount'> | null> {
  if (place === undefined || basename(place.file) !== 'meta.json') return null;
  const folder = dirname(place.file);
  const data = join(folder, '..', '..', '..');
  if (
    basename(dirname(dirname(folder))) !== 'groundtruth' ||
    !(await isThere(join(folder, 'evaluator.json')))
  ) {
    return null;
  }
  const pair = { task: Number(basename(dirname(folder))), app: basename(folder) };
  const known = (await isThere(join(data, 'apk-info.csv')))
    ? await readApps(data, options)
    : new Map<string, SphinxApp>();
  const hasSkills = await isThere(join(folder, 'skills.json'));
  return {
    pair,
    app: known.get(pair.app) ?? { name: pair.app, package: '', category: '' },
    actions: await readRecordedActions(folder, options),
    screens: steps.map(({ screen }) => screen),
    rules: await readRules(data, pair, options),
    skills: hasSkills ? await readSkills(data, pair, options) : [],
  };
}

function rulesOf({ id, rules }: RecordedEpisode): readonly TreeRule[] {
  if (rules === undefined || rules.length === 0) {
    const message = 'nothing decides whether it is done; `touchstone build evaluator` proposes rules';
    throw left(null, 'no-rules', null, message);
  }
  try {
    return parseTreeRules([...rules], id);
  } catch (error) {
    if (!(error instanceof DatasetError)) throw error;
    throw left(null, 'no-rules', null, error.message);
  }
}

/** An activity's package; a name such as `Notes 2.0` is none. */
const PACKAGE = /^[a-z][a-z0-9_]*(?:\.[a-z][a-z0-9_]*)+$/i;

/** The app in front at the end; a folder's name in letters that every disk takes. Apps of other scripts keep theirs. */
function appOf({ apps, labels, steps }: RecordedEpisode): SphinxApp {
  const packages = steps.flatMap(({ screen }) => screen.activity?.package ?? []);
  const [named = packages.at(-1) ?? 'app'] = apps;
  const name = named
    .toLowerCase()
    .normalize('NFKC')
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '_')
    .replaceAll(/^_+|_+$/g, '');
  return {
    name: name === '' ? 'app' : name,
    package: packages.at(-1) ?? (PACKAGE.test(named) ? named : ''),
    category: (labels['category']?.[0] ?? '').replaceAll(/[,\r\n]/g, ' '),
  };
}

/** One part for each milestone that somebody marked, else one for all. @param before steps that are left out at the beginning */
function skillsOf(
  { milestones = [], instructions }: RecordedEpisode,
  steps: number,
  before: number,
): readonly Skill[] {
  const last = steps - 2;
  if (last < 0) return [];
  const skills: Skill[] = [];
  let start = 0;
  for (const { subTarget, step } of milestones) {
    const end = Math.min(step - 1 - before, last);
    if (end < start) continue;
    skills.push({ name: subTarget, length: end - start + 1, start, end });
    start = end + 1;
  }
  if (start <= last) {
    const name = Object.values(instructions)[0] ?? '';
    skills.push({ name, length: last - start + 1, start, end: last });
  }
  return skills;
}

async function hierarchyOf(screen: Screen, step: number, options: { readonly signal: AbortSignal }) {
  if (screen.hierarchy === null) throw left(step, 'no-hierarchy', null, 'its screen has no UI hierarchy');
  try {
    return parseHierarchy(await screen.hierarchy.load(options), { file: screen.id });
  } catch (error) {
    if (!(error instanceof TouchstoneError)) throw error;
    throw left(step, 'unreadable-screen', null, error.message);
  }
}

function left(
  step: number | null,
  reason: ScreenProblem['problem']['reason'],
  action: string | null,
  message: string,
): ScreenProblem {
  return new ScreenProblem({ step, reason, action, message });
}
