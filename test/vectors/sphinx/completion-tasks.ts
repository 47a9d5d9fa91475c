import { z } from 'zod';
import {
  completionItems,
  recordedSentence,
} from '../../../src/benchmarks/sphinx/dimensions/planning-source.js';
import { readRecordedActions, recordingFolder } from '../../../src/benchmarks/sphinx/recordings/recording.js';
import { dataFolder, difference, lineSuite } from './lines.js';

const LineSchema = z.object({
  task: z.int(),
  app: z.string(),
  steps: z.int(),
  labels: z.array(z.enum(['continue', 'stop'])),
  history_lines: z.array(z.string()),
});

export const completionTasksSuite = lineSuite(
  'completion_tasks.jsonl',
  LineSchema,
  async (line, context) => {
    const { task, app } = line;
    const actions = await readRecordedActions(recordingFolder(dataFolder(context), { task, app }));
    const items = completionItems(actions, 'reference');
    const lines = actions.map((action) => `- ${recordedSentence(action, 'reference')}`);
    const histories = items.every(
      ({ done }, index) =>
        done.join('\n') ===
        lines
          .map((text) => text.slice(2))
          .slice(0, index)
          .join('\n'),
    );
    if (!histories) return 'an item shows another history than the actions before it';
    return difference(
      {
        task,
        app,
        steps: items.length,
        labels: items.map(({ isReached }) => (isReached ? 'stop' : 'continue')),
        history_lines: lines,
      },
      line,
    );
  },
  ({ task, app }) => `${task}/${app}`,
);
