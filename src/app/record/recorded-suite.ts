import { joinMaterials, type Capture, type Material } from '../../builder/material/material.js';
import type { HandRecordingMaterial } from '../../builder/material/hand-recording-material.js';
import { taskOfRecording, type RecordedNodes } from '../../builder/record/task-of-recording.js';
import type { WorldGraph } from '../../builder/world/world-graph.js';
import type { HandRecording } from '../../formats/recording/read-hand-recording.js';
import type { SuiteFile } from '../../formats/suite/suite-file.js';

/** A recording made by hand, among what a world is made of. */
export interface RecordedPart {
  readonly recording: HandRecording;
  readonly material: HandRecordingMaterial;
  /** Name of its folder. */
  readonly name: string;
  /** Place of its first capture among all. */
  readonly first: number;
}

/** Screens that show the recordings' milestones, in their order. */
export function markedCaptures(parts: readonly RecordedPart[]): readonly Capture[] {
  return parts.flatMap(({ material }) => material.marked);
}

/** What was seen with the screens that show milestones after it, each a walk of one screen, so that they are merged with the others. */
export function withMarked(material: Material, parts: readonly RecordedPart[]): Material {
  const alone = markedCaptures(parts).map((capture): Material => ({
    captures: [capture],
    steps: [],
    walks: [{ first: 0, of: null }],
    size: capture.size,
    warnings: [],
  }));
  return joinMaterials([material, ...alone]);
}

/**
 * A suite with a task for each recording, of which there is at least one.
 *
 * @param made the world
 * @param states of all captures, then of the screens that show milestones
 */
export function suiteOfRecordings(
  parts: readonly RecordedPart[],
  {
    name,
    made: { graph, nodes },
    states,
  }: {
    readonly name: string;
    readonly made: Pick<WorldGraph, 'graph' | 'nodes'>;
    readonly states: readonly number[];
  },
): SuiteFile {
  const opened = new Set(graph.launcher?.apps.map((app) => app.name));
  const ids = new Set<string>();
  const places = nodesOfParts(parts, nodes, states);
  const tasks = parts.map(({ recording, name: folder }, index) => {
    const id = freeId(recording.header.task ?? (parts.length === 1 ? 'recorded' : folder), ids);
    const own = places[index] ?? { ofMilestones: [], first: graph.root, last: graph.root };
    return taskOfRecording(recording, { id, nodes: own, opened, root: graph.root });
  });
  return {
    formatVersion: 2,
    name,
    version: '1',
    languages: [...new Set(parts.map(({ recording }) => recording.header.language))],
    defaultMaxSteps: Math.max(...tasks.map(({ maxSteps = 0 }) => maxSteps)),
    tasks,
  };
}

/** Recordings that no task of a suite is about: none has their instruction. */
export function partsWithoutTask<T extends { readonly recording: Pick<HandRecording, 'instruction'> }>(
  parts: readonly T[],
  { tasks }: Pick<SuiteFile, 'tasks'>,
): readonly T[] {
  const known = new Set(tasks.flatMap(({ instructions }) => Object.values(instructions)));
  return parts.filter(({ recording }) => !known.has(recording.instruction));
}

/** Where each recording went: its part of the captures, and the states of its milestones. */
function nodesOfParts(
  parts: readonly RecordedPart[],
  nodes: readonly string[],
  states: readonly number[],
): readonly RecordedNodes[] {
  let mark = nodes.length;
  return parts.map(({ material, recording, first }): RecordedNodes => {
    const own = nodes.slice(first, first + material.captures.length);
    const [start = ''] = own;
    const last = own.at(-1) ?? '';
    const ofMilestones = material.marked.map((_, index): string => {
      const state = states[mark + index];
      const same = states.findIndex((one, place) => one === state && place < nodes.length);
      // A screen that nobody acted on is the one that was shown at the time.
      return nodes[same] ?? own[material.after[recording.milestones[index]?.step ?? -1] ?? -1] ?? last;
    });
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
