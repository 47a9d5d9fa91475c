import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import {
  handRecordingMaterial,
  type HandRecordingMaterial,
} from '../../builder/material/hand-recording-material.js';
import { joinMaterials, type Capture, type Material } from '../../builder/material/material.js';
import { correctedMerge, type Merged } from '../../builder/merge/corrected-merge.js';
import { mergeCases } from '../../builder/merge/merge-cases.js';
import {
  recordingWarnings,
  taskOfRecording,
  type RecordedNodes,
} from '../../builder/record/task-of-recording.js';
import { exactStates } from '../../builder/world/exact-states.js';
import { readHierarchies } from '../../builder/world/read-hierarchies.js';
import { worldGraph, type WorldGraph } from '../../builder/world/world-graph.js';
import { writeWorld } from '../../builder/world/write-world.js';
import type { UiHierarchy } from '../../domain/hierarchy/ui-hierarchy.js';
import { UserError } from '../../errors.js';
import { readHandRecording, type HandRecording } from '../../formats/recording/read-hand-recording.js';
import { SuiteFileSchema, type SuiteFile } from '../../formats/suite/suite-file.js';
import { writeJsonFile } from '../../formats/write-json-file.js';
import { writeMergeReview } from '../build/merge/merge-review-page.js';
import { requireFolder } from '../settings/require-folder.js';

/** What became of recordings. */
export interface RecordedWorldResult extends WorldGraph {
  readonly tasks: SuiteFile['tasks'];
  readonly milestones: number;
  /** Pairs of screens that may be one state or two; null where screens had to be equal. */
  readonly doubts: number | null;
  /** What somebody should look at. */
  readonly warnings: readonly string[];
}

interface Part {
  readonly recording: HandRecording;
  readonly material: HandRecordingMaterial;
  readonly name: string;
}

/**
 * Makes a world of recordings made by hand: `graph.json`, a `suite.json` with a task for each, and the screens. Screens of one recording are
 * one state where their elements are equal; those of several are merged by rules, which pass over clocks and counters.
 *
 * @param folders of the recordings, at least one
 * @throws {NotARecordingError} when a folder holds no recording
 * @throws {UserError} when nothing was done in one, or `out` holds a world already
 */
export async function writeRecordedWorld(
  folders: readonly string[],
  options: {
    readonly out: string;
    readonly signal: AbortSignal;
    /** What has to be written before the graph, with which a world is whole. */
    readonly beforeGraph?: (tasks: SuiteFile['tasks']) => Promise<void>;
  },
): Promise<RecordedWorldResult> {
  const { out, signal } = options;
  if (existsSync(join(out, 'graph.json'))) {
    throw new UserError(`${out} holds a world already`, { hint: 'Name another folder with --out.' });
  }
  const parts: Part[] = [];
  for (const folder of folders) parts.push(await readPart(folder, signal));
  await requireFolder(out, '--out');
  const joined = joinMaterials(parts.map(({ material }) => material));
  const { captures, size } = joined;
  if (size === null) throw new UserError('no screen was captured', { place: { file: folders[0] ?? out } });
  const marked = parts.flatMap(({ material }) => material.marked);
  const shown = [...captures, ...marked];
  const hierarchies = await readHierarchies(shown, { signal });
  const hierarchyOf = ({ hierarchy }: Capture): UiHierarchy | null =>
    hierarchy === null ? null : (hierarchies.get(hierarchy) ?? null);
  const merged = parts.length === 1 ? null : await mergedStates(joined, marked, signal);
  const states = merged?.states ?? exactStates(shown, hierarchyOf);
  const name = parts.length === 1 ? (parts[0]?.name ?? '') : basename(out);
  const made = worldGraph(joined, { name, size, states, hierarchyOf });
  const opened = new Set(made.graph.launcher?.apps.map((app) => app.name));
  const ids = new Set<string>();
  const tasks = nodesOfParts(parts, made.nodes, states).map((nodes, index) => {
    const { recording, name: folder } = parts[index] as Part;
    const id = freeId(recording.header.task ?? (parts.length === 1 ? 'recorded' : folder), ids);
    return taskOfRecording(recording, { id, nodes, opened, root: made.graph.root });
  });
  const suite: SuiteFile = {
    formatVersion: 2,
    name,
    version: '1',
    languages: [...new Set(parts.map(({ recording }) => recording.header.language))],
    defaultMaxSteps: Math.max(...tasks.map(({ maxSteps = 0 }) => maxSteps)),
    tasks,
  };
  await mkdir(out, { recursive: true });
  await writeJsonFile(join(out, 'suite.json'), suite, SuiteFileSchema, { signal });
  const nodeOf = new Map(made.nodes.map((node, capture) => [states[capture], node]));
  const cases =
    merged === null
      ? []
      : mergeCases(merged, {
          nodes: states.map((state) => nodeOf.get(state) ?? ''),
          dispersed: [],
          common: [],
          before: [],
        });
  // With a review `build merge` goes on with the world: with the same recordings and what a person decided, or with more.
  await writeMergeReview(cases, { out, captures: shown, signal });
  await options.beforeGraph?.(tasks);
  await writeWorld(made.graph, { captures, out, signal });
  const warnings = parts.flatMap(({ recording, name: folder }) =>
    recordingWarnings(recording).map((warning) => (parts.length === 1 ? warning : `${folder}: ${warning}`)),
  );
  return {
    ...made,
    tasks,
    milestones: parts.reduce((sum, { recording }) => sum + recording.milestones.length, 0),
    doubts: merged?.doubts.length ?? null,
    warnings: [...warnings, ...joined.warnings, ...(merged?.warnings ?? [])],
  };
}

async function readPart(folder: string, signal: AbortSignal): Promise<Part> {
  const recording = await readHandRecording(folder, { signal });
  if (recording.steps.length === 0) {
    throw new UserError('nothing was done in this recording', { place: { file: recording.file } });
  }
  return {
    recording,
    material: await handRecordingMaterial(recording),
    name: basename(dirname(recording.file)),
  };
}

/** States of all captures, then of the screens that show milestones, which are walks of one screen. */
async function mergedStates(
  joined: Material,
  marked: readonly Capture[],
  signal: AbortSignal,
): Promise<Merged> {
  const alone = joinMaterials(
    marked.map((capture): Material => ({
      captures: [capture],
      steps: [],
      walks: [{ first: 0, of: null }],
      size: capture.size,
      warnings: [],
    })),
  );
  return await correctedMerge(joinMaterials([joined, alone]), { ask: null, signal });
}

/** Where each recording went: its part of the captures, and the states of its milestones. */
function nodesOfParts(
  parts: readonly Part[],
  nodes: readonly string[],
  states: readonly number[],
): readonly RecordedNodes[] {
  let first = 0;
  let mark = nodes.length;
  return parts.map(({ material, recording }): RecordedNodes => {
    const own = nodes.slice(first, first + material.captures.length);
    const [start = ''] = own;
    const last = own.at(-1) ?? '';
    const ofMilestones = material.marked.map((_, index): string => {
      const state = states[mark + index];
      const same = states.findIndex((one, place) => one === state && place < nodes.length);
      // A screen that nobody acted on is the one that was shown at the time.
      return nodes[same] ?? own[material.after[recording.milestones[index]?.step ?? -1] ?? -1] ?? last;
    });
    first += material.captures.length;
    mark += material.marked.length;
    return { ofMilestones, first: start, last };
  });
}

function freeId(wanted: string, taken: Set<string>): string {
  let id = wanted;
  for (let number = 2; taken.has(id); number += 1) id = `${wanted}-${number}`;
  taken.add(id);
  return id;
}
