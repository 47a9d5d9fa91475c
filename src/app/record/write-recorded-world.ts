import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { handRecordingMaterial } from '../../builder/material/hand-recording-material.js';
import { joinMaterials, type Capture } from '../../builder/material/material.js';
import { correctedMerge } from '../../builder/merge/corrected-merge.js';
import { mergeCases } from '../../builder/merge/merge-cases.js';
import { recordingWarnings } from '../../builder/record/task-of-recording.js';
import { exactStates } from '../../builder/world/exact-states.js';
import { readHierarchies } from '../../builder/world/read-hierarchies.js';
import { worldGraph, type WorldGraph } from '../../builder/world/world-graph.js';
import { writeWorld } from '../../builder/world/write-world.js';
import type { UiHierarchy } from '../../domain/hierarchy/ui-hierarchy.js';
import { UserError } from '../../errors.js';
import { readHandRecording } from '../../formats/recording/read-hand-recording.js';
import { SuiteFileSchema, type SuiteFile } from '../../formats/suite/suite-file.js';
import { writeJsonFile } from '../../formats/write-json-file.js';
import { writeMergeReview } from '../build/merge/merge-review-page.js';
import { requireFolder } from '../settings/require-folder.js';
import { markedCaptures, suiteOfRecordings, withMarked, type RecordedPart } from './recorded-suite.js';

/** What became of recordings. */
export interface RecordedWorldResult extends WorldGraph {
  readonly tasks: SuiteFile['tasks'];
  readonly milestones: number;
  /** Pairs of screens that may be one state or two; null where screens had to be equal. */
  readonly doubts: number | null;
  /** What somebody should look at. */
  readonly warnings: readonly string[];
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
  const parts: RecordedPart[] = [];
  for (const folder of folders) {
    const before = parts.reduce((sum, { material }) => sum + material.captures.length, 0);
    parts.push(await readPart(folder, before, signal));
  }
  await requireFolder(out, '--out');
  const joined = joinMaterials(parts.map(({ material }) => material));
  const { captures, size } = joined;
  if (size === null) throw new UserError('no screen was captured', { place: { file: folders[0] ?? out } });
  const shown = [...captures, ...markedCaptures(parts)];
  const hierarchies = await readHierarchies(shown, { signal });
  const hierarchyOf = ({ hierarchy }: Capture): UiHierarchy | null =>
    hierarchy === null ? null : (hierarchies.get(hierarchy) ?? null);
  const merged =
    parts.length === 1 ? null : await correctedMerge(withMarked(joined, parts), { ask: null, signal });
  const states = merged?.states ?? exactStates(shown, hierarchyOf);
  const name = parts.length === 1 ? (parts[0]?.name ?? '') : basename(out);
  const made = worldGraph(joined, { name, size, states, hierarchyOf });
  const suite = suiteOfRecordings(parts, { name, made, states });
  const { tasks } = suite;
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

async function readPart(folder: string, first: number, signal: AbortSignal): Promise<RecordedPart> {
  const recording = await readHandRecording(folder, { signal });
  if (recording.steps.length === 0) {
    throw new UserError('nothing was done in this recording', { place: { file: recording.file } });
  }
  const material = await handRecordingMaterial(recording);
  return { recording, material, name: basename(dirname(recording.file)), first };
}
