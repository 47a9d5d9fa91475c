import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Milestone } from '../../domain/milestones/milestone.js';
import type { UiHierarchy } from '../../domain/hierarchy/ui-hierarchy.js';
import type { Capture } from '../../builder/material/material.js';
import {
  handRecordingMaterial,
  type HandRecordingMaterial,
} from '../../builder/material/hand-recording-material.js';
import { packagesOf } from '../../builder/record/episode-of-recording.js';
import { exactStates } from '../../builder/world/exact-states.js';
import { readHierarchies } from '../../builder/world/read-hierarchies.js';
import { worldGraph, type WorldGraph } from '../../builder/world/world-graph.js';
import { writeWorld } from '../../builder/world/write-world.js';
import { UserError } from '../../errors.js';
import { readHandRecording, type HandRecording } from '../../formats/recording/read-hand-recording.js';
import { SuiteFileSchema, type SuiteFile } from '../../formats/suite/suite-file.js';
import { writeJsonFile } from '../../formats/write-json-file.js';
import { requireFolder } from '../settings/require-folder.js';

/** Steps that an episode on the world may take beyond the recorded ones. */
const FURTHER_STEPS = 30;

/** What became of a recording. */
export interface RecordedWorldResult extends WorldGraph {
  readonly milestones: number;
  /** What somebody should look at. */
  readonly warnings: readonly string[];
}

/**
 * Makes a world of a recording made by hand: `graph.json`, a `suite.json` of its task with the milestones that were marked, and
 * the screens. Where none was marked, the last screen is the one.
 *
 * @throws {NotARecordingError} when the folder holds no recording
 * @throws {UserError} when nothing was done in it, or the folder holds a world already
 */
export async function writeRecordedWorld(
  folder: string,
  options: { readonly out: string; readonly signal: AbortSignal },
): Promise<RecordedWorldResult> {
  const { out, signal } = options;
  const recording = await readHandRecording(folder, { signal });
  if (recording.steps.length === 0) {
    throw new UserError('nothing was done in this recording', { place: { file: recording.file } });
  }
  if (existsSync(join(out, 'graph.json'))) {
    throw new UserError(`${out} holds a world already`, { hint: 'Name another folder with --out.' });
  }
  await requireFolder(out, '--out');
  const material = await handRecordingMaterial(recording);
  const shown = [...material.captures, ...material.marked];
  const hierarchies = await readHierarchies(shown, { signal });
  const hierarchyOf = ({ hierarchy }: Capture): UiHierarchy | null =>
    hierarchy === null ? null : (hierarchies.get(hierarchy) ?? null);
  const name = basename(dirname(recording.file));
  const { size, captures } = material;
  if (size === null) throw new UserError('no screen was captured', { place: { file: recording.file } });
  const states = exactStates(shown, hierarchyOf);
  const made = worldGraph(material, { name, size, states, hierarchyOf });
  const milestones = milestonesOf(recording, { material, nodes: made.nodes, states });
  const suite = suiteOf(recording, milestones, made.graph);
  await mkdir(out, { recursive: true });
  await writeJsonFile(join(out, 'suite.json'), suite, SuiteFileSchema, { signal });
  await writeWorld(made.graph, { captures, out, signal });
  const warnings = [...warningsOf(recording), ...material.warnings];
  return { ...made, milestones: recording.milestones.length, warnings };
}

/** Milestones as states of the graph: the node of the screen that shows each, neighbours of one group in any order. */
function milestonesOf(
  { milestones }: HandRecording,
  {
    material,
    nodes,
    states,
  }: {
    readonly material: HandRecordingMaterial;
    readonly nodes: readonly string[];
    /** Of the captures, then of the screens of the milestones. */
    readonly states: readonly number[];
  },
): Milestone[] {
  const nodeOf = (milestone: number, step: number): string => {
    const same = states.indexOf(states[nodes.length + milestone] ?? -1);
    return (
      nodes[same === -1 || same >= nodes.length ? (material.after[step] ?? nodes.length - 1) : same] ?? ''
    );
  };
  const groups: { label: string | null; members: Milestone[] }[] = [];
  for (const [index, { id, subTarget, step, group }] of milestones.entries()) {
    const milestone: Milestone = {
      type: 'screen',
      id,
      title: subTarget,
      abilities: [],
      screens: [nodeOf(index, step)],
    };
    const before = groups.at(-1);
    if (group !== null && before?.label === group) before.members.push(milestone);
    else groups.push({ label: group, members: [milestone] });
  }
  if (groups.length === 0) {
    const last = nodes.at(-1) ?? '';
    return [{ type: 'screen', id: 'end', title: 'the last screen', abilities: [], screens: [last] }];
  }
  const children = groups.map(({ label, members }, index): Milestone => {
    const [only] = members;
    if (members.length === 1 && only !== undefined) return only;
    const id = `group-${index + 1}`;
    return { type: 'group', id, title: label ?? id, abilities: [], order: 'unordered', children: members };
  });
  const [only] = children;
  if (children.length === 1 && only !== undefined) return [only];
  return [{ type: 'group', id: 'in-order', abilities: [], order: 'ordered', children }];
}

function suiteOf(
  recording: HandRecording,
  milestones: Milestone[],
  { name, launcher }: WorldGraph['graph'],
): SuiteFile {
  const opened = new Set(launcher?.apps.map((app) => app.name));
  const { header, instruction, steps, end } = recording;
  return {
    formatVersion: 2,
    name,
    version: '1',
    languages: [header.language],
    defaultMaxSteps: steps.length + FURTHER_STEPS,
    tasks: [
      {
        id: header.task ?? 'recorded',
        instructions: { [header.language]: instruction },
        // Of those that were used, the ones that the world can open.
        apps: (end?.apps ?? packagesOf(recording)).filter((app) => opened.has(app)),
        tags: [],
        milestones,
        evaluators: [],
      },
    ],
  };
}

function warningsOf({ end, milestones, steps }: HandRecording): string[] {
  const warnings: string[] = [];
  if (end === null)
    warnings.push('the recording was cut off: its last screen may not be the end of the task');
  if (end?.status === 'impossible') {
    warnings.push('the task was IMPOSSIBLE: nothing in the suite says so, its success rule needs a person');
  }
  if (milestones.length === 0) warnings.push('no milestone was marked: reaching the last screen is success');
  if (steps.some(({ isMasked }) => isMasked === true)) {
    warnings.push('a masked text was typed: the world takes its mask in place of it');
  }
  return warnings;
}
