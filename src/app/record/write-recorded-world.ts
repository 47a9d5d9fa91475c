import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Milestone } from '../../domain/milestones/milestone.js';
import { packagesOf } from '../../builder/record/episode-of-recording.js';
import { UserError } from '../../errors.js';
import { copyPlainFile } from '../../files/copy-plain-file.js';
import { FILE_LIMITS } from '../../files/file-limits.js';
import { readBytes } from '../../files/read-bytes.js';
import { GraphFileSchema } from '../../formats/graph/graph-file.js';
import { readHandRecording, type HandRecording } from '../../formats/recording/read-hand-recording.js';
import { SuiteFileSchema, type SuiteFile } from '../../formats/suite/suite-file.js';
import { writeJsonFile } from '../../formats/write-json-file.js';
import { recordedGraph, type RecordedGraph } from '../../phone/proxy/recorded-graph.js';
import type { ProxyStep, RecordedCapture } from '../../phone/proxy/recorded-steps.js';
import { hierarchyIdentity, readableHierarchy } from '../../phone/proxy/screen-identity.js';
import type { UiHierarchy } from '../../domain/hierarchy/ui-hierarchy.js';
import { requireFolder } from '../settings/require-folder.js';

/** Steps that an episode on the world may take beyond the recorded ones. */
const FURTHER_STEPS = 30;

/** What became of a recording. */
export interface RecordedWorldResult extends RecordedGraph {
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
  const hierarchies = await readHierarchies(recording, signal);
  const identity = (screen: string): string => {
    const event = recording.screens.get(screen);
    const hierarchy = event?.hierarchy == null ? null : (hierarchies.get(event.hierarchy) ?? null);
    return hierarchy === null ? (event?.picture ?? screen) : hierarchyIdentity(hierarchy);
  };
  const walk = walkOf(recording, identity);
  const name = basename(dirname(recording.file));
  const size = walk.captures[0]?.size;
  if (size == null) throw new UserError('no screen was captured', { place: { file: recording.file } });
  const made = recordedGraph(
    { captures: walk.captures, steps: walk.steps, unseen: 0 },
    {
      name,
      size,
      hierarchyOf: ({ hierarchy }) => (hierarchy === null ? null : (hierarchies.get(hierarchy) ?? null)),
    },
  );
  await copyScreens(made, { from: dirname(recording.file), out, signal });
  const milestones = milestonesOf(recording, { walk, nodes: made.nodes, identity });
  const suite = suiteOf(recording, milestones, made.graph);
  await writeJsonFile(join(out, 'suite.json'), suite, SuiteFileSchema, { signal });
  // Last: a folder with a graph is a whole world.
  await writeJsonFile(join(out, 'graph.json'), made.graph, GraphFileSchema, { signal });
  return { ...made, milestones: recording.milestones.length, warnings: warningsOf(recording) };
}

/** Captures in order with the step that leads from each to the next, and the capture before and after each step. */
interface Walk {
  readonly captures: readonly RecordedCapture[];
  readonly screens: readonly string[];
  readonly steps: readonly ProxyStep[];
  /** By the number of steps that were done: the capture that showed it. */
  readonly after: readonly number[];
}

/** A screen that changed by itself before the person acted is one that waiting leads to. */
function walkOf(recording: HandRecording, identity: (screen: string) => string): Walk {
  const captures: RecordedCapture[] = [];
  const screens: string[] = [];
  const steps: ProxyStep[] = [];
  const after: number[] = [];
  const add = (screen: string): number => {
    const event = recording.screens.get(screen);
    screens.push(screen);
    return (
      captures.push({
        size: event?.size ?? null,
        activity: event?.activity ?? null,
        picture: event?.picture ?? null,
        hierarchy: event?.hierarchy ?? null,
      }) - 1
    );
  };
  for (const [index, { screen, action }] of recording.steps.entries()) {
    const last = screens.at(-1);
    let from = captures.length - 1;
    if (last === undefined) from = add(screen);
    else if (identity(last) !== identity(screen)) {
      from = add(screen);
      steps.push({ from: from - 1, to: from, actions: [{ type: 'wait' }] });
    }
    after.push(from);
    const next = recording.steps[index + 1]?.screen;
    const shown = recording.afters[index] ?? next ?? recording.lastScreen;
    if (shown === null || shown === undefined) continue;
    const to = add(shown);
    steps.push({ from, to, actions: [action] });
  }
  after.push(captures.length - 1);
  return { captures, screens, steps, after };
}

async function readHierarchies(
  { screens, file }: HandRecording,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, UiHierarchy | null>> {
  const folder = dirname(file);
  const read = new Map<string, UiHierarchy | null>();
  for (const { hierarchy } of screens.values()) {
    if (hierarchy === null || read.has(hierarchy)) continue;
    const xml = await readBytes(join(folder, 'screens', `${hierarchy}.xml`), {
      maxBytes: FILE_LIMITS.hierarchy,
      within: folder,
      signal,
    });
    read.set(hierarchy, readableHierarchy(xml));
  }
  return read;
}

async function copyScreens(
  { graph }: RecordedGraph,
  { from, out, signal }: { readonly from: string; readonly out: string; readonly signal: AbortSignal },
): Promise<void> {
  await mkdir(join(out, 'screens'), { recursive: true });
  for (const { screens = [] } of graph.nodes) {
    for (const path of screens.flatMap(({ picture, hierarchy }) => [picture, hierarchy])) {
      if (path === undefined) continue;
      await copyPlainFile(join(from, path), join(out, path), {
        maxBytes: FILE_LIMITS.picture,
        within: from,
        signal,
      });
    }
  }
}

/** Milestones as states of the graph: the node of the screen that shows each, neighbours of one group in any order. */
function milestonesOf(
  { milestones }: HandRecording,
  {
    walk,
    nodes,
    identity,
  }: {
    readonly walk: Walk;
    readonly nodes: readonly string[];
    readonly identity: (screen: string) => string;
  },
): Milestone[] {
  const nodeOf = (screen: string, step: number): string => {
    const same = walk.screens.findIndex((one) => identity(one) === identity(screen));
    return nodes[same === -1 ? (walk.after[step] ?? nodes.length - 1) : same] ?? '';
  };
  const groups: { label: string | null; members: Milestone[] }[] = [];
  for (const { id, subTarget, screen, step, group } of milestones) {
    const milestone: Milestone = {
      type: 'screen',
      id,
      title: subTarget,
      abilities: [],
      screens: [nodeOf(screen, step)],
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
  { name, launcher }: RecordedGraph['graph'],
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
