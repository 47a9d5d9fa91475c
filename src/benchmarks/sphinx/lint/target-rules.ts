import { join } from 'node:path';
import { mapAhead } from '../../../domain/collections/map-ahead.js';
import type { RecordedAction } from '../saved-runs/native-action.js';
import { pairId, type SphinxPair } from '../saved-runs/pair.js';
import { readRecording, recordingFolder } from '../recordings/recording.js';
import { splitPairs } from '../splits.js';
import type { Finding } from '../../../domain/finding.js';
import { boxContains } from '../../../domain/geometry.js';
import { centreOf, parseBounds } from '../../../domain/hierarchy/bounds.js';
import { parseHierarchy } from '../../../domain/hierarchy/parse-hierarchy.js';
import type { UiHierarchy } from '../../../domain/hierarchy/ui-hierarchy.js';
import type { NodeAction, UiNode } from '../../../domain/hierarchy/ui-node.js';
import { TouchstoneError } from '../../../errors.js';
import { FILE_LIMITS } from '../../../files/file-limits.js';
import { readBytes } from '../../../files/read-bytes.js';
import { foundInSphinx } from './rules.js';
import { countAddresses } from './personal-data.js';

/** What a recorded type asks of the element it is done to. */
const NEEDED: Readonly<Record<string, NodeAction>> = {
  click: 'click',
  longclick: 'longclick',
  swipe: 'swipe',
  input: 'text',
};

/** Targets of recorded actions that an agent cannot name, and screens that hold personal data. */
export async function lintTargets(folder: string, options: { signal: AbortSignal }): Promise<Finding[]> {
  const findings: Finding[] = [];
  let swipes = 0;
  const pairs = splitPairs(folder, 'present', options);
  for await (const result of mapAhead(pairs, 4, (pair) => lintPair(folder, pair, options))) {
    findings.push(...result.findings);
    swipes += result.swipes;
  }
  if (swipes > 0) {
    const message = `${swipes} recorded swipes have no direction`;
    const where = { file: 'groundtruth', subjects: ['groundtruth'], details: { swipes } };
    findings.push(foundInSphinx('sphinx/no-direction', { ...where, message }));
  }
  return findings;
}

interface PairResult {
  readonly findings: Finding[];
  readonly swipes: number;
}

async function lintPair(
  folder: string,
  pair: SphinxPair,
  { signal }: { signal: AbortSignal },
): Promise<PairResult> {
  const findings: Finding[] = [];
  let actions: readonly RecordedAction[];
  try {
    const recording = await readRecording(folder, pair, { signal });
    if (recording === null) return { findings, swipes: 0 };
    actions = recording.actions;
  } catch (error) {
    signal.throwIfAborted();
    // What cannot be read is found by `lintRecordings`.
    if (error instanceof TouchstoneError) return { findings, swipes: 0 };
    throw error;
  }
  const id = pairId(pair);
  for (const [index, action] of actions.entries()) {
    const file = `groundtruth/${id}/${index}.xml`;
    const text = await readBytes(join(recordingFolder(folder, pair), `${index}.xml`), {
      maxBytes: FILE_LIMITS.hierarchy,
      within: folder,
      signal,
    }).catch(() => null);
    if (text === null) continue;
    const addresses = countAddresses(text);
    if (addresses > 0) {
      const message = `screen ${index} of ${id} holds ${addresses} e-mail address${addresses === 1 ? '' : 'es'}`;
      findings.push(
        foundInSphinx('sphinx/personal-data', { file, subjects: [id], message, details: { addresses } }),
      );
    }
    const element = 'element' in action ? action.element : null;
    if (!element) continue;
    let hierarchy: UiHierarchy;
    try {
      hierarchy = parseHierarchy(text);
    } catch (error) {
      if (error instanceof TouchstoneError) continue;
      throw error;
    }
    const where = {
      file: `groundtruth/${id}/meta.json`,
      path: [index],
      subjects: [id],
      details: { action: index },
    };
    for (const [rule, what] of targetProblems(hierarchy, action.type, element)) {
      findings.push(
        foundInSphinx(rule, { ...where, message: `${id}: ${what} of action ${index} (${action.type})` }),
      );
    }
  }
  const swipes = actions.filter((action) => action.type === 'swipe' && action.direction == null).length;
  return { findings, swipes };
}

type Problem = readonly [
  (
    | 'sphinx/ambiguous-element'
    | 'sphinx/target-no-widget'
    | 'sphinx/action-not-offered'
    | 'sphinx/out-of-reach'
  ),
  string,
];

function targetProblems(
  hierarchy: UiHierarchy,
  type: string,
  element: Readonly<Record<string, string>>,
): Problem[] {
  const problems: Problem[] = [];
  const names = Object.keys(element);
  const same = hierarchy.nodes.filter(
    (node) =>
      names.every((name) => node.attribute(name) === element[name]) &&
      node.attributes().length === names.length,
  );
  const [target] = same;
  if (same.length > 1) problems.push(['sphinx/ambiguous-element', `${same.length} nodes equal the element`]);
  if (target !== undefined) {
    if (!target.isInteractable) problems.push(['sphinx/target-no-widget', 'no widget is the element']);
    const needed = NEEDED[type];
    if (target.isInteractable && needed !== undefined && !target.actions.includes(needed)) {
      problems.push(['sphinx/action-not-offered', 'nothing of the kind is offered by the element']);
    }
  }
  const box = parseBounds(element['bounds'] ?? '');
  if (box !== null && !hierarchy.widgets.some((widget) => reaches(widget, box))) {
    problems.push(['sphinx/out-of-reach', 'no widget reaches the element']);
  }
  return problems;
}

/** Whether acting on the widget may do: its centre lies in the target, or it lies over the target's centre. */
function reaches(widget: UiNode, target: readonly [number, number, number, number]): boolean {
  return boxContains([...target], ...widget.centre) || boxContains(widget.bounds, ...centreOf([...target]));
}
