import type { Action, Target } from '../../../src/domain/action.js';
import type { Point } from '../../../src/domain/geometry.js';

/** Names that the vectors write in snake case. */
const RENAMED: Readonly<Record<string, string>> = { durationMs: 'duration_ms' };

/** An action in the form of the vectors: points as resolved pixels, snake case, targets without their type. */
export function recordedForm(action: Action): Record<string, unknown> {
  const form: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(action)) form[RENAMED[key] ?? key] = value;
  if (action.type === 'swipe') {
    for (const key of ['from', 'to', 'at'] as const) {
      const point = action[key];
      if (point !== undefined) form[key] = point.resolved ?? [point.x, point.y];
    }
  }
  if ('target' in action && action.target !== undefined) form['target'] = recordedTarget(action.target);
  return form;
}

/** A target in the form of the vectors. */
export function recordedTarget(target: Target): Record<string, unknown> {
  switch (target.type) {
    case 'point':
      return {
        ...recordedPoint(target.point),
        ...(target.box === undefined ? {} : { box: target.box }),
        ...(target.inBounds === undefined ? {} : { in_bounds: target.inBounds }),
      };
    case 'description':
      return { description: target.text };
    default: {
      const { type: _, ...rest } = target;
      return rest;
    }
  }
}

function recordedPoint(point: Point): Record<string, unknown> {
  return {
    point: point.resolved ?? [point.x, point.y],
    ...(point.pixel === undefined ? {} : { pixel: point.pixel }),
  };
}

/** First difference between an expected value and an actual one that may hold more; null where there is none. */
export function firstDifference(expected: unknown, actual: unknown, path = ''): string | null {
  if (typeof expected === 'number' && typeof actual === 'number') {
    // Integers named `pixel` or `element` must be exact; 0.01 is far below 1, so one rule serves both.
    return Math.abs(expected - actual) <= 0.01 ? null : `${path}: ${actual} instead of ${expected}`;
  }
  if (Array.isArray(expected)) {
    if (!Array.isArray(actual) || actual.length !== expected.length) {
      return `${path}: ${JSON.stringify(actual)} instead of ${JSON.stringify(expected)}`;
    }
    for (const [index, item] of expected.entries()) {
      const found = firstDifference(item, actual[index], `${path}[${index}]`);
      if (found !== null) return found;
    }
    return null;
  }
  if (typeof expected === 'object' && expected !== null) {
    if (typeof actual !== 'object' || actual === null) {
      return `${path}: ${JSON.stringify(actual)} instead of ${JSON.stringify(expected)}`;
    }
    for (const [key, item] of Object.entries(expected)) {
      const found = firstDifference(item, (actual as Record<string, unknown>)[key], `${path}.${key}`);
      if (found !== null) return found;
    }
    return null;
  }
  return expected === actual
    ? null
    : `${path}: ${JSON.stringify(actual)} instead of ${JSON.stringify(expected)}`;
}
