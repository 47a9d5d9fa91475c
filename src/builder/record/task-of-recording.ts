import type { Milestone } from '../../domain/milestones/milestone.js';
import type { HandRecording } from '../../formats/recording/read-hand-recording.js';
import type { SuiteFile } from '../../formats/suite/suite-file.js';
import { packagesOf } from './episode-of-recording.js';

/** Steps that an episode may take beyond the recorded ones. */
const FURTHER_STEPS = 30;

/** Where a recording went in the graph that was made of it. */
export interface RecordedNodes {
  /** Node of the screen that shows a milestone, by the milestone's place. */
  readonly ofMilestones: readonly string[];
  /** Node of the first screen. */
  readonly first: string;
  /** Node of the last screen. */
  readonly last: string;
}

/**
 * The task that a recording shows: its milestones are its success rule; without any, the last screen is.
 *
 * @param root node that tasks start on which say nothing else
 * @param opened names of the apps that the graph's launcher opens
 */
export function taskOfRecording(
  recording: HandRecording,
  {
    id,
    nodes,
    root,
    opened,
  }: {
    readonly id: string;
    readonly nodes: RecordedNodes;
    readonly root: string;
    readonly opened: ReadonlySet<string>;
  },
): SuiteFile['tasks'][number] {
  const { header, instruction, steps, end } = recording;
  return {
    id,
    instructions: { [header.language]: instruction },
    // Of those that were used, the ones that the world can open.
    apps: (end?.apps ?? packagesOf(recording)).filter((app) => opened.has(app)),
    tags: [],
    ...(nodes.first === root ? {} : { start: nodes.first }),
    maxSteps: steps.length + FURTHER_STEPS,
    milestones: milestonesOf(recording, nodes),
    evaluators: [],
  };
}

/** Milestones as states of the graph, neighbours of one group in any order. */
function milestonesOf({ milestones }: HandRecording, { ofMilestones, last }: RecordedNodes): Milestone[] {
  const groups: { label: string | null; members: Milestone[] }[] = [];
  for (const [index, { id, subTarget, group }] of milestones.entries()) {
    const screens = [ofMilestones[index] ?? last];
    const milestone: Milestone = { type: 'screen', id, title: subTarget, abilities: [], screens };
    const before = groups.at(-1);
    if (group !== null && before?.label === group) before.members.push(milestone);
    else groups.push({ label: group, members: [milestone] });
  }
  if (groups.length === 0) {
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

/** What somebody should look at before the task measures anybody. */
export function recordingWarnings({ end, milestones, steps }: HandRecording): string[] {
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
