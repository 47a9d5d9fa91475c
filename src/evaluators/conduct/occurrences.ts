import type { Condition } from '../../domain/task-fields/condition.js';
import { foldText } from '../../domain/text/whole-words.js';
import type { Trajectory, TrajectoryStep } from '../../domain/trajectory.js';
import { evaluateTrace } from '../tree-rules/evaluate-trace.js';
import { parseTreeRules } from '../tree-rules/rule.js';
import { hierarchyReader, trajectoryTrace, type HierarchyReader } from '../tree-rules/trajectory-trace.js';

/** When something first happened. */
export interface Occurrence {
  /** From 0. */
  readonly step: number;
  /** Whether what was done at the step made it happen; else what its screen shows did. */
  readonly byAction: boolean;
  /** A sentence that can be checked against the trajectory. */
  readonly reason: string;
}

/** A trajectory, read once for all conditions of a task. */
export interface Conduct {
  readonly trajectory: Trajectory;
  readonly hierarchies: HierarchyReader;
}

export function conductOf(trajectory: Trajectory, options: { readonly signal: AbortSignal }): Conduct {
  return { trajectory, hierarchies: hierarchyReader(options) };
}

/**
 * When a condition first held; null where it never did. Rules are evaluated as repaired, in every mode: nobody published any
 * of this kind.
 *
 * @param file names the task in errors
 * @throws {DatasetError} when a rule is broken
 * @throws {TouchstoneError} when a screen that a rule needs cannot be read
 */
export async function firstOccurrence(
  condition: Condition,
  { trajectory, hierarchies }: Conduct,
  file: string,
): Promise<Occurrence | null> {
  switch (condition.type) {
    case 'state':
      return firstVisit(condition.states, trajectory);
    case 'text':
      return firstTyped(condition, trajectory);
    case 'rule':
      return firstRule(condition.rule, { trajectory, hierarchies }, file);
    default:
      return condition satisfies never;
  }
}

/** Whether one comes before the other: a step's screen is there before what is done on it. */
export function isEarlier(one: Occurrence, other: Occurrence): boolean {
  return timeOf(one) < timeOf(other);
}

function timeOf({ step, byAction }: Occurrence): number {
  return 2 * step + (byAction ? 1 : 0);
}

function firstVisit(states: readonly string[], { steps }: Trajectory): Occurrence | null {
  const named = new Set(states);
  const step = steps.findIndex(
    ({ state, screen }) => (state !== null && named.has(state)) || named.has(screen.id),
  );
  const at = steps[step];
  if (at === undefined) return null;
  const shown = at.state !== null && named.has(at.state) ? at.state : at.screen.id;
  return { step, byAction: false, reason: `"${shown}" is shown` };
}

function firstTyped(
  { texts, match }: Extract<Condition, { readonly type: 'text' }>,
  { steps }: Trajectory,
): Occurrence | null {
  const wanted = texts.map(normal);
  const isWanted = (step: TrajectoryStep): boolean => {
    if (step.action?.type !== 'type') return false;
    const typed = normal(step.action.text);
    return wanted.some((text) => (match === 'equal' ? typed === text : typed.includes(text)));
  };
  const step = steps.findIndex(isWanted);
  return step < 0 ? null : { step, byAction: true, reason: 'the text is typed' };
}

async function firstRule(
  rule: unknown,
  { trajectory, hierarchies }: Conduct,
  file: string,
): Promise<Occurrence | null> {
  const rules = parseTreeRules([rule], file);
  const trace = trajectoryTrace(trajectory, { mode: 'corrected', hierarchies });
  const { rules: results } = await evaluateTrace(rules, trace, { mode: 'corrected' });
  const [result] = results;
  if (result?.holds !== true || result.index === null) return null;
  // Steps without an action are no part of the trace, which may have a stop of its own at its end.
  const done = trajectory.steps.flatMap(({ action }, index) => (action === null ? [] : [index]));
  const step = done[result.step ?? 0] ?? Math.max(0, trajectory.steps.length - 1);
  return { step, byAction: result.index % 2 === 1, reason: result.explanation };
}

function normal(text: string): string {
  return foldText(text).trim();
}
