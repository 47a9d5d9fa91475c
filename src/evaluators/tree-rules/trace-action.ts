import type { Action, Target } from '../../domain/action.js';
import { toPixel, type Point, type Size } from '../../domain/geometry.js';
import type { TraceAction, TraceTarget } from './trace.js';

/**
 * An action in the words that rules know. `home` counts as `restart`, as the reference environment executes it; what they
 * do not know keeps its own name, which no published rule asks for.
 *
 * Source: SPHINX, recorded data.
 *
 * @param screen size of the source picture, without which positions that are not in pixels are lost
 */
export function traceAction(action: Action, screen: Size | null): TraceAction {
  switch (action.type) {
    case 'tap':
      return touch('click', action.target, screen);
    case 'long_press':
      return touch('longclick', action.target, screen);
    case 'swipe': {
      const point = action.from ?? action.at;
      const target: Target | undefined = point === undefined ? action.target : { type: 'point', point };
      return touch('swipe', target, screen);
    }
    case 'type':
      return { ...touch('input', action.target, screen), message: action.text };
    case 'key':
      return { type: keyType(action.key) };
    case 'restart_app':
      return { type: 'restart' };
    case 'wait':
      return { type: 'none' };
    case 'stop':
    case 'ask_user':
      return { type: 'stop' };
    default:
      return { type: action.type };
  }
}

function keyType(key: string): string {
  switch (key) {
    case 'BACK':
      return 'back';
    case 'ENTER':
      return 'enter';
    case 'HOME':
      return 'restart';
    default:
      return `key ${key}`;
  }
}

function touch(type: string, target: Target | undefined, screen: Size | null): TraceAction {
  const aimed = target === undefined ? null : traceTarget(target, screen);
  return aimed === null ? { type } : { type, target: aimed };
}

function traceTarget(target: Target, screen: Size | null): TraceTarget | null {
  switch (target.type) {
    case 'point': {
      const point = pixelOf(target.point, screen);
      return point === null ? null : { type: 'point', point };
    }
    case 'element':
      return { type: 'widget', index: target.element };
    case 'selector':
      return { type: 'element', attributes: target.attributes };
    case 'grid':
    case 'description':
      return null;
    default:
      return target satisfies never;
  }
}

function pixelOf(point: Point, screen: Size | null): [number, number] | null {
  if (point.space === 'pixel') return [point.x, point.y];
  if (point.pixel !== undefined) return point.pixel;
  return screen === null ? null : toPixel(point, screen);
}
