import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { commonActions } from '../../../builder/merge/common-actions.js';
import { correctedMerge, type Merged } from '../../../builder/merge/corrected-merge.js';
import { dispersedStates } from '../../../builder/merge/dispersion.js';
import type { MergeProgress } from '../../../builder/merge/merge-progress.js';
import { READER_ROLE, wordReader } from '../../../builder/merge/picture-words.js';
import { MATCHER_ROLE } from '../../../builder/merge/same-screen-question.js';
import { decisionsOf, mergeCases } from '../../../builder/merge/merge-cases.js';
import { recordingWarnings } from '../../../builder/record/task-of-recording.js';
import { joinMaterials, type Capture, type Material } from '../../../builder/material/material.js';
import { EarlierNodes } from '../../../builder/world/earlier-nodes.js';
import { readHierarchies } from '../../../builder/world/read-hierarchies.js';
import { renameNodes } from '../../../builder/world/rename-nodes.js';
import { rootState } from '../../../builder/world/root-state.js';
import { worldGraph, type WorldGraph } from '../../../builder/world/world-graph.js';
import { writeWorld } from '../../../builder/world/write-world.js';
import type { UiHierarchy } from '../../../domain/hierarchy/ui-hierarchy.js';
import { UserError } from '../../../errors.js';
import { MERGE_REVIEW_FILE, type MergeCase } from '../../../formats/merge-review/merge-review.js';
import { readGraphFile } from '../../../formats/graph/read-graph.js';
import { readMergeReview } from '../../../formats/merge-review/read-merge-review.js';
import { SuiteFileSchema, type SuiteFile } from '../../../formats/suite/suite-file.js';
import { readSuite } from '../../../formats/suite/read-suite.js';
import { writeJsonFile } from '../../../formats/write-json-file.js';
import type { ModelCost } from '../../../formats/run/model-cost.js';
import type { ModelRoles } from '../../../models/model.js';
import {
  markedCaptures,
  partsWithoutTask,
  suiteOfRecordings,
  withMarked,
  type RecordedPart,
} from '../../record/recorded-suite.js';
import type { ProfileOptions } from '../../run/role-profiles.js';
import type { Settings } from '../../settings/setting.js';
import { writeMergeReview } from './merge-review-page.js';
import { readMergeSource } from './merge-sources.js';
import { openStage, type StageRole } from '../open-stage.js';

export interface MergeWorldOptions extends ProfileOptions {
  /** Folder of the world; absolute. One that an earlier call made is made anew, with the decisions in its review. */
  readonly out: string;
  /** Leaves hierarchies aside when screens are compared. */
  readonly picturesOnly: boolean;
  /** Most questions, as part of the pairs that are compared: 0-1. */
  readonly askShare: number;
  /** Models in place of the settings'. */
  readonly models?: ModelRoles;
  readonly onProgress: MergeProgress;
}

/** What a call of `touchstone build merge` came to. */
export interface MergedWorld {
  /** Absolute. */
  readonly world: string;
  readonly counts: Merged['counts'];
  /** Tasks that were made of recordings by this call. */
  readonly tasks: readonly string[];
  readonly steps: number;
  readonly walks: number;
  /** Walks that the world repeats from their first step to their last. */
  readonly repeatedWalks: number;
  /** Steps that lead elsewhere on the world. */
  readonly unrepeated: number;
  /** Kinds of actions that a world cannot express, with how often. */
  readonly leftOut: Readonly<Record<string, number>>;
  /** Cases of the review that wait for a person, by type. */
  readonly waiting: Readonly<Record<MergeCase['type'], number>>;
  /** Absolute. */
  readonly review: string;
  readonly page: string;
  readonly cost: ModelCost;
  /** Node of each capture, in the order of the sources. */
  readonly nodes: readonly string[];
  readonly warnings: readonly string[];
}

/**
 * Merges what was seen into one world that agents run on: `graph.json` and `screens/`, with a review of what nobody is sure of.
 *
 * @throws {UserError} for sources that are none, and a folder that holds a world which was not made so
 */
export async function mergeWorld(
  sources: readonly string[],
  settings: Settings,
  options: MergeWorldOptions,
): Promise<MergedWorld> {
  const { out, signal } = options;
  const review = join(out, MERGE_REVIEW_FILE);
  const { material, parts } = await wholeMaterial(sources, settings, options);
  const shown = [...material.captures, ...markedCaptures(parts)];
  const before = await readMergeReview(review, { signal });
  const roles = rolesOf(settings, options.models);
  await using stage = await openStage(settings, {
    ...options,
    stage: 'merge',
    folder: out,
    // Questions hold all that answers depend on, so that more sources ask nothing twice.
    identity: { mode: 'corrected' },
    roles,
  });
  const merged = await correctedMerge(withMarked(material, parts), {
    ask: roles.includes(MATCHER_ROLE) ? stage.ask : null,
    readWords: roles.includes(READER_ROLE) ? wordReader(stage.ask, signal) : null,
    picturesOnly: options.picturesOnly,
    decisions: decisionsOf(before),
    askShare: options.askShare,
    onProgress: options.onProgress,
    signal,
  });
  const hierarchies = await readHierarchies(material.captures, { signal });
  const hierarchyOf = ({ hierarchy }: Capture): UiHierarchy | null =>
    hierarchy === null ? null : (hierarchies.get(hierarchy) ?? null);
  const size = material.size ?? sizeOfElements(hierarchies);
  if (size === null) throw new UserError('no source says how large the screen is');
  const graphFile = join(out, 'graph.json');
  const made = worldGraph(material, {
    earlier: existsSync(graphFile) ? new EarlierNodes(await readGraphFile(graphFile)) : null,
    name: basename(out),
    size,
    states: merged.states,
    hierarchyOf,
    root: rootState(material, merged.states),
    added: addedEdges(before, merged),
    prunes: true,
  });
  const dispersed = dispersedStates(material, merged, merged.states);
  const common = commonActions(material, merged.states, hierarchyOf);
  const nodeOf = new Map(made.nodes.map((node, capture) => [merged.states[capture], node]));
  const nodes = merged.states.map((state) => nodeOf.get(state) ?? '');
  const cases = mergeCases(merged, { nodes, dispersed, common, before });
  const { page } = await writeMergeReview(cases, { out, captures: shown, signal });
  const suite = await writeSuite(join(out, 'suite.json'), { made, parts, states: merged.states }, signal);
  await writeWorld(made.graph, { captures: material.captures, out, signal });
  return {
    world: out,
    counts: {
      ...merged.counts,
      // Without the screens of milestones, which lead nowhere.
      captures: material.captures.length,
      states: new Set(merged.states.slice(0, material.captures.length)).size,
    },
    tasks: suite.tasks,
    steps: material.steps.length,
    walks: material.walks.length,
    repeatedWalks: made.repeatedWalks,
    unrepeated: made.unrepeated,
    leftOut: Object.fromEntries(made.leftOut),
    waiting: waitingOf(cases),
    review,
    page,
    cost: stage.cost,
    nodes: made.nodes,
    warnings: [
      ...material.warnings,
      ...merged.warnings,
      ...unreachableWarnings(made.unreachable),
      ...suite.warnings,
    ],
  };
}

/** Roles that have a model: pictures are read where somebody named one for it, since most screens say their words themselves. */
function rolesOf(
  { model, profile, roleProfiles }: Settings,
  models: ModelRoles | undefined,
): readonly StageRole[] {
  const hasOwn = ({ name }: StageRole): boolean =>
    models === undefined ? roleProfiles[name] !== undefined : models[name] !== undefined;
  const hasActing = models === undefined && (model !== null || profile !== null);
  return [
    ...(hasActing || hasOwn(MATCHER_ROLE) ? [MATCHER_ROLE] : []),
    ...(hasOwn(READER_ROLE) ? [READER_ROLE] : []),
  ];
}

/** Everything that was seen, from all sources. */
async function wholeMaterial(
  sources: readonly string[],
  { data }: Pick<Settings, 'data'>,
  { out, signal }: Pick<MergeWorldOptions, 'out' | 'signal'>,
): Promise<{ readonly material: Material; readonly parts: readonly RecordedPart[] }> {
  if (existsSync(join(out, 'graph.json')) && !existsSync(join(out, MERGE_REVIEW_FILE))) {
    throw new UserError(`${out} holds a world already`, { hint: 'Name another folder with --out.' });
  }
  const materials: Material[] = [];
  const parts: RecordedPart[] = [];
  let first = 0;
  for (const source of sources) {
    const { material, recorded } = await readMergeSource(source, { data, signal });
    if (recorded !== null) parts.push({ ...recorded, first });
    materials.push(material);
    first += material.captures.length;
  }
  const material = joinMaterials(materials);
  if (material.captures.length === 0) {
    throw new UserError('no screen was captured', { hint: `Nothing was seen in ${sources.join(', ')}.` });
  }
  return { material, parts };
}

function waitingOf(cases: readonly MergeCase[]): Record<MergeCase['type'], number> {
  const waiting = { merge: 0, split: 0, edge: 0 };
  for (const { type, decision } of cases) if (decision === null) waiting[type] += 1;
  return waiting;
}

/** What was left out, in words. */
function unreachableWarnings(count: number): readonly string[] {
  return count === 0 ? [] : [`${count} states were left out, because nothing leads to them any more`];
}

/**
 * Writes a suite with a task for each recording made by hand, or lets the tasks of the one that is there name the nodes of now. Gives what somebody
 * should know.
 */
async function writeSuite(
  file: string,
  {
    made,
    parts,
    states,
  }: {
    readonly made: WorldGraph;
    readonly parts: readonly RecordedPart[];
    readonly states: readonly number[];
  },
  signal: AbortSignal,
): Promise<{ readonly tasks: readonly string[]; readonly warnings: readonly string[] }> {
  const known = existsSync(file) ? await readSuite(file) : null;
  // What surveys alone were merged into has no tasks yet that anybody could have changed.
  if (known === null || (known.suite.tasks.length === 0 && known.broken.length === 0 && parts.length > 0)) {
    const name = basename(dirname(file));
    const suite = parts.length === 0 ? emptySuite(name) : suiteOfRecordings(parts, { name, made, states });
    const written =
      known === null ? suite : { ...suite, name: known.suite.name, version: known.suite.version };
    await writeJsonFile(file, written, SuiteFileSchema, { signal });
    const warnings = parts.flatMap(({ recording, name: folder }) =>
      recordingWarnings(recording).map((warning) => `${folder}: ${warning}`),
    );
    return { tasks: suite.tasks.map(({ id }) => id), warnings };
  }
  const { graph, renamed } = made;
  const { suite, broken } = known;
  const ids = new Set(graph.nodes.flatMap(({ id, screens = [] }) => [id, ...screens.map((one) => one.id)]));
  const named = renameNodes(suite, renamed, (id) => ids.has(id));
  const warnings = named.lost.map(
    ({ task, node }) => `task ${task} names ${node}, which the world does not have any more`,
  );
  for (const { name, recording } of partsWithoutTask(parts, suite)) {
    warnings.push(
      `${name}: no task of ${basename(file)} has its instruction "${recording.instruction}"; tasks that are there stay as they are, so that none was made`,
      ...recordingWarnings(recording).map((warning) => `${name}: ${warning}`),
    );
  }
  if (JSON.stringify(named.suite) === JSON.stringify(suite)) return { tasks: [], warnings };
  // What cannot be read would be lost.
  if (broken.length > 0) {
    warnings.push(`${file} has broken tasks and stays as it is: its tasks may name other screens now`);
    return { tasks: [], warnings };
  }
  await writeJsonFile(file, named.suite, SuiteFileSchema, { signal });
  return { tasks: [], warnings };
}

function emptySuite(name: string): SuiteFile {
  return { formatVersion: 2, name, version: '1', languages: ['en'], defaultMaxSteps: MAX_STEPS, tasks: [] };
}

/** Edges that a person confirmed, between the states that show the same screens now. */
function addedEdges(
  cases: readonly MergeCase[],
  { looks, of, states }: Merged,
): {
  readonly from: number;
  readonly to: number;
  readonly action: Extract<MergeCase, { type: 'edge' }>['action'];
}[] {
  const stateOf = new Map<string, number>();
  for (const [capture, look] of of.entries()) stateOf.set(looks[look]?.id ?? '', states[capture] ?? 0);
  return cases.flatMap((one) => {
    if (one.type !== 'edge' || one.decision !== 'add') return [];
    const [from, to] = [stateOf.get(one.from.look), stateOf.get(one.to.look)];
    return from === undefined || to === undefined ? [] : [{ from, to, action: one.action }];
  });
}

/** The largest element there is, where no source says how large the screen is. */
function sizeOfElements(hierarchies: ReadonlyMap<string, UiHierarchy | null>): Material['size'] {
  let [width, height] = [0, 0];
  for (const hierarchy of hierarchies.values()) {
    for (const { bounds } of hierarchy?.roots ?? []) {
      width = Math.max(width, bounds[2]);
      height = Math.max(height, bounds[3]);
    }
  }
  return width > 0 && height > 0 ? { width, height } : null;
}

/** Steps that an episode on the world may take, as long as no task says otherwise. */
const MAX_STEPS = 50;
