import { z } from 'zod';
import type { Action, Target } from '../../../src/domain/action.js';
import type { Point } from '../../../src/domain/geometry.js';
import { parseBracketedAction } from '../../../src/models/dialects/bracketed/bracketed-action.js';
import { difference, lineSuite } from './lines.js';

const LineSchema = z.object({
  mode: z.enum(['id', 'coordination']),
  widgets: z.int(),
  input: z.string(),
  action: z.record(z.string(), z.unknown()).optional(),
  error: z.string().optional(),
});

/** The action in the words of the vectors, keys in no particular order. */
function vectorAction(action: Action): Record<string, unknown> {
  switch (action.type) {
    case 'tap':
      return { type: 'CLICK', ...place(action.target) };
    case 'long_press':
      return { type: 'LONGCLICK', ...place(action.target) };
    case 'type':
      return { type: 'TEXT', message: action.text, clear: action.clear, ...place(action.target) };
    case 'swipe':
      return action.target === undefined
        ? { type: 'SWIPE', coords: [action.from, action.to].map(coordinates) }
        : { type: 'SWIPE', direction: action.direction, ...place(action.target) };
    case 'key':
      return { type: action.key };
    case 'restart_app':
      return { type: 'RESTART' };
    case 'wait':
      return { type: 'NONE' };
    case 'stop':
      return { type: 'STOP' };
    default:
      throw new Error(`no action of SPHINX: ${action.type}`);
  }
}

function place(target: Target | undefined): Record<string, unknown> {
  if (target?.type === 'element') return { id: target.element };
  return target?.type === 'point' ? { coords: [coordinates(target.point)] } : {};
}

function coordinates(point: Point | undefined): [number, number] {
  if (point === undefined) throw new Error('half a swipe');
  return [point.x, point.y];
}

function sorted(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

export const actionParseSuite = lineSuite('action_parse.jsonl', LineSchema, (line) => {
  const addressing =
    line.mode === 'id' ? ({ by: 'widget', widgets: line.widgets } as const) : ({ by: 'point' } as const);
  const result = parseBracketedAction(line.input, addressing, 'reference');
  return result.type === 'format_error'
    ? difference(result.error.message, line.error ?? null)
    : difference(sorted(vectorAction(result.action)), sorted(line.action ?? {}));
});
