import { z } from 'zod';
import {
  groundingTruthOf,
  readGroundingTasks,
  type GroundingTasks,
} from '../../../src/benchmarks/sphinx/dimensions/grounding-tasks.js';
import { parseHierarchy } from '../../../src/domain/hierarchy/parse-hierarchy.js';
import {
  matchGroundedAction,
  matchGrounding,
  readGroundedAction,
} from '../../../src/evaluators/question-match/match-grounding.js';
import { parseBracketedAction } from '../../../src/models/dialects/bracketed/bracketed-action.js';
import { dataFolder, difference, lineSuite } from './lines.js';

const expected = { ok: z.boolean().optional(), error: z.string().optional() };
const LineSchema = z.object({
  id: z.int(),
  queries: z.array(z.object({ action: z.string(), ...expected })),
  responses: z.array(z.object({ response: z.string(), ...expected })),
});

const signal = new AbortController().signal;
const tasksOf = new Map<string, Promise<GroundingTasks>>();

export const groundingSuite = lineSuite(
  'grounding.jsonl',
  LineSchema,
  async (line, context) => {
    const folder = dataFolder(context);
    const reading = tasksOf.get(folder) ?? readGroundingTasks(folder);
    tasksOf.set(folder, reading);
    const { tasks, screens } = await reading;
    const task = tasks.find(({ id }) => id === line.id);
    const screen = screens?.screen(line.id, null);
    if (task === undefined || screen?.hierarchy == null) return 'no such task';
    const shown = { hierarchy: parseHierarchy(await screen.hierarchy.load({ signal })), size: screen.size };
    const truth = groundingTruthOf(task.groundtruth);
    const widgets = shown.hierarchy.widgets.length;
    const queries = line.queries.map(({ action }) => {
      const read = parseBracketedAction(action, { by: 'widget', widgets }, 'reference');
      return read.type === 'format_error'
        ? { error: read.error.message }
        : { ok: matchGroundedAction(truth, read.action, shown, 'reference').isRight };
    });
    const responses = line.responses.map(({ response }) => {
      const read = readGroundedAction(response, widgets, 'reference');
      const judged = matchGrounding(truth, response, shown, 'reference');
      if (read.type === 'unreadable') return { error: read.message, ...(judged.isRight ? { ok: true } : {}) };
      return { ok: judged.isRight };
    });
    return difference(
      { queries, responses },
      {
        queries: line.queries.map(({ ok, error }) => (error === undefined ? { ok } : { error })),
        responses: line.responses.map(({ ok, error }) => (error === undefined ? { ok } : { error })),
      },
    );
  },
  ({ id }) => `task ${id}`,
);
