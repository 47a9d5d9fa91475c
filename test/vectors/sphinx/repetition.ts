import { z } from 'zod';
import type { Action } from '../../../src/domain/action.js';
import { countInstructionFollowing } from '../../../src/domain/instruction-following.js';
import { pixelPoint } from '../../../src/domain/geometry.js';
import { centreOf, parseBounds } from '../../../src/domain/hierarchy/bounds.js';
import type { TrajectoryStep } from '../../../src/domain/trajectory.js';
import type { RecordedAction } from '../../../src/benchmarks/sphinx/saved-runs/native-action.js';
import { readRecording } from '../../../src/benchmarks/sphinx/recordings/recording.js';
import { countRepetitions, earlyStopAfter } from '../../../src/benchmarks/sphinx/saved-runs/repetition.js';
import { dataFolder, difference, lineSuite } from './lines.js';

const LineSchema = z.object({
  task: z.int(),
  app: z.string(),
  actions: z.array(z.int()),
  early_stop_after: z.int().nullable(),
  repeated: z.int(),
  total: z.int(),
});

export const repetitionSuite = lineSuite(
  'repetition.jsonl',
  LineSchema,
  async (line, context) => {
    const recording = await readRecording(dataFolder(context), line);
    const actions = line.actions.map((index): RecordedAction => {
      const action = recording?.actions[index];
      if (action === undefined) throw new Error(`no action ${index}`);
      return action;
    });
    const { repeated, total } = countRepetitions(actions);
    const expected = [line.early_stop_after, line.repeated, line.total];
    const saved = difference([earlyStopAfter(actions), repeated, total], expected);
    if (saved !== null) return saved;
    // The same as any run's journal is counted: by attributes, and by numbers that are looked up on the screen.
    const signal = new AbortController().signal;
    for (const named of [false, true]) {
      const steps = line.actions.flatMap((index) => {
        const step = recording?.trajectory.steps[index];
        return step === undefined ? [] : [named ? byNumber(step) : step];
      });
      const instructionFollowing = await countInstructionFollowing({ steps }, { signal });
      const problem = difference(
        [instructionFollowing.repeated, instructionFollowing.repeatable],
        [line.repeated, line.total],
      );
      if (problem !== null) return `${named ? 'by number' : 'by attributes'}: ${problem}`;
    }
    return null;
  },
  ({ task, app }, number) => `${task}/${app} (line ${number})`,
);

/** The step as an agent takes it that names elements by number: a position, its box, and a number that is no widget's. */
function byNumber(step: TrajectoryStep): TrajectoryStep {
  const { action } = step;
  const target = action !== null && 'target' in action ? action.target : undefined;
  const box = target?.type === 'selector' ? parseBounds(target.attributes['bounds'] ?? '') : null;
  if (action === null || box === null) return step;
  const place = { type: 'point', point: pixelPoint(...centreOf(box)), box, element: -1 } as const;
  return { ...step, action: { ...action, target: place } as Action };
}
