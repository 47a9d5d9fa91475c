import { stop } from '../../../domain/action.js';
import type { UiHierarchy } from '../../../domain/hierarchy/ui-hierarchy.js';
import type { TrajectoryStep } from '../../../domain/trajectory.js';
import { TouchstoneError } from '../../../errors.js';
import { evaluateTrace } from '../../../evaluators/tree-rules/evaluate-trace.js';
import type { TreeRule } from '../../../evaluators/tree-rules/rule.js';
import {
  hierarchyReader,
  trajectoryTrace,
  type HierarchyReader,
} from '../../../evaluators/tree-rules/trajectory-trace.js';
import { readApps, type SphinxApp } from '../recordings/apk-info.js';
import { mapAhead } from '../../../domain/collections/map-ahead.js';
import { pairId, type SphinxPair } from '../saved-runs/pair.js';
import { readRecording, readRules, type SphinxRecording } from '../recordings/recording.js';
import { readSkills, skillDefects } from '../dimensions/skills.js';
import { splitPairs, type SphinxSplit } from '../splits.js';
import { isDeepStrictEqual } from 'node:util';

/** Attributes that change with the layout of a screen, and so with the app's version. */
const FRAGILE: ReadonlySet<string> = new Set(['index', 'bounds']);

/** What makes a rule likely to judge wrongly: attributes that change by themselves, or parts that one action satisfies. */
interface RuleDefect {
  readonly kind: 'fragile-rule' | 'repeated-rule';
  /** One sentence. */
  readonly message: string;
}

/**
 * What is wrong with a pair's data. `unreadable` voids the pair; the others are known to occur, are left as they are, and
 * are worth knowing when a result surprises.
 */
export interface SphinxDefect {
  /** Item id of the pair. */
  readonly item: string;
  readonly kind:
    | 'unreadable'
    | 'surplus-files'
    | 'fails-own-rules'
    | 'weak-goal'
    | 'fragile-rule'
    | 'repeated-rule'
    | 'element-not-on-screen'
    | 'empty-screen'
    | 'unknown-app'
    | 'other-package'
    | 'skills';
  readonly message: string;
}

export interface FindDefectsOptions {
  readonly dataDirectory: string;
  readonly split: SphinxSplit;
  readonly signal: AbortSignal;
}

/**
 * Looks for defects in the recordings of a split and reads every screen for it; recordings the data lack are passed over.
 *
 * @throws {DatasetError} when `apk-info.csv` or the split's task file cannot be read.
 */
export async function* findSphinxDefects(options: FindDefectsOptions): AsyncGenerator<SphinxDefect> {
  const apps = await readApps(options.dataDirectory, options);
  const pairs = splitPairs(options.dataDirectory, options.split, options);
  for await (const defects of mapAhead(pairs, 2, (pair) => defectsOfPair(pair, apps, options)))
    yield* defects;
}

async function defectsOfPair(
  pair: SphinxPair,
  apps: ReadonlyMap<string, SphinxApp>,
  { dataDirectory, signal }: FindDefectsOptions,
): Promise<SphinxDefect[]> {
  const item = pairId(pair);
  const named = (kind: SphinxDefect['kind'], messages: readonly string[]): SphinxDefect[] =>
    messages.map((message) => ({ item, kind, message }));
  try {
    const recording = await readRecording(dataDirectory, pair, { signal });
    if (recording === null) return [];
    const rules = await readRules(dataDirectory, pair, { signal });
    const skills = await readSkills(dataDirectory, pair, { signal });
    const hierarchies = hierarchyReader({ signal });
    return [
      ...named('surplus-files', recording.warnings),
      ...(await rulesOnRecording(recording, rules, hierarchies)).map((defect) => ({ item, ...defect })),
      ...ruleDefects(rules).map((defect) => ({ item, ...defect })),
      ...(await screenDefects(recording, hierarchies)).map((defect) => ({ item, ...defect })),
      ...appDefects(recording, apps).map((defect) => ({ item, ...defect })),
      ...named('skills', skillDefects(skills, recording.actions.length)),
    ];
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof TouchstoneError) || error.fault === 'bug') throw error;
    return named('unreadable', [error.message]);
  }
}

type Defect = Omit<SphinxDefect, 'item'>;

async function rulesOnRecording(
  { trajectory }: SphinxRecording,
  rules: readonly TreeRule[],
  hierarchies: HierarchyReader,
): Promise<Defect[]> {
  const passes = async (steps: readonly TrajectoryStep[]): Promise<boolean> => {
    const trace = trajectoryTrace({ steps }, { mode: 'reference', hierarchies });
    return (await evaluateTrace(rules, trace, { mode: 'reference' })).success === true;
  };
  const defects: Defect[] = [];
  if (!(await passes(trajectory.steps))) {
    defects.push({
      kind: 'fails-own-rules',
      message: 'the recorded trajectory fails the rules of its own task',
    });
  }
  const [first] = trajectory.steps;
  if (first !== undefined && (await passes([{ ...first, action: stop() }]))) {
    defects.push({ kind: 'weak-goal', message: 'to stop on the first screen passes' });
  }
  return defects;
}

async function screenDefects(
  { actions, trajectory }: SphinxRecording,
  hierarchies: HierarchyReader,
): Promise<Defect[]> {
  const defects: Defect[] = [];
  for (const [index, { screen }] of trajectory.steps.entries()) {
    const hierarchy = await hierarchies(screen);
    if (hierarchy.nodes.length === 0) {
      defects.push({ kind: 'empty-screen', message: `screen ${index} has windows of the system alone` });
    }
    const action = actions[index];
    const element = action !== undefined && 'element' in action ? action.element : null;
    if (element && !hasNode(hierarchy, element)) {
      defects.push({
        kind: 'element-not-on-screen',
        message: `the element of action ${index} is not on its screen`,
      });
    }
  }
  return defects;
}

/** Whether a node has exactly these attributes. */
function hasNode(hierarchy: UiHierarchy, element: Readonly<Record<string, string>>): boolean {
  const names = Object.keys(element);
  return hierarchy.nodes.some(
    (node) =>
      names.every((name) => node.attribute(name) === element[name]) &&
      node.attributes().length === names.length,
  );
}

function appDefects({ pair, trajectory }: SphinxRecording, apps: ReadonlyMap<string, SphinxApp>): Defect[] {
  const app = apps.get(pair.app);
  if (app === undefined) return [{ kind: 'unknown-app', message: `apk-info.csv has no app "${pair.app}"` }];
  const recorded = trajectory.steps[0]?.screen.activity?.package;
  if (recorded === app.package || recorded === undefined) return [];
  return [
    { kind: 'other-package', message: `recorded in ${recorded}, but apk-info.csv says ${app.package}` },
  ];
}

/** What makes rules likely to judge wrongly. */
function ruleDefects(rules: readonly TreeRule[]): RuleDefect[] {
  return rules.flatMap((rule, number) =>
    defectsOf(rule).map(({ kind, message }) => ({ kind, message: `rule ${number + 1}: ${message}` })),
  );
}

function defectsOf(rule: TreeRule): RuleDefect[] {
  if (rule.type === 'rule') {
    const defects = rule.evaluators.flatMap(defectsOf);
    const repeats = rule.evaluators.some((child, index) =>
      isDeepStrictEqual(child, rule.evaluators[index + 1]),
    );
    if (rule.order === 'sequential' && repeats) {
      const message = 'two equal parts in sequence, which the published evaluator takes one action for';
      defects.push({ kind: 'repeated-rule', message });
    }
    return defects;
  }
  const maps = Object.entries(rule).flatMap(([field, value]) =>
    field.endsWith('_rules') && typeof value === 'object' ? Object.entries(value) : [],
  );
  return maps.flatMap(([name, expected]) => {
    const fragile = (message: string): RuleDefect => ({ kind: 'fragile-rule', message });
    if (FRAGILE.has(name)) return [fragile(`looks at "${name}", which changes with the layout`)];
    return expected === expected.trim()
      ? []
      : [fragile(`expects white space around ${JSON.stringify(expected)} in "${name}"`)];
  });
}
