import { z } from 'zod';
import type { RecordedAction } from '../../../src/benchmarks/sphinx/native-action.js';
import { readRecording } from '../../../src/benchmarks/sphinx/recording.js';
import { countRepetitions, earlyStopAfter } from '../../../src/benchmarks/sphinx/repetition.js';
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
    return difference([earlyStopAfter(actions), repeated, total], expected);
  },
  ({ task, app }, number) => `${task}/${app} (line ${number})`,
);
