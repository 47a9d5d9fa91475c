import type { PublishedCondition } from '../published-condition.js';
import { PUBLISHED_MODELS } from './published-models.js';

/**
 * How the paper asked a model, by what an endpoint calls it (`Qwen/Qwen2.5-VL-7B-Instruct`); null for a model of no family
 * that it asked.
 */
export function probenchCondition(model: string): PublishedCondition | null {
  const name = model.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
  const asked = PUBLISHED_MODELS.find(({ called }) => called.test(name));
  if (asked === undefined) return null;
  const { row, family, calledRow, agent, dialect, coordinates } = asked;
  return {
    row: calledRow?.test(name) === false ? null : row,
    family,
    agent,
    dialect,
    ...(coordinates === undefined ? {} : { coordinates }),
  };
}
