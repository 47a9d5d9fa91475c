import type { Action, Target } from '../../domain/action.js';
import { toPixel } from '../../domain/geometry.js';
import type { Point, Size } from '../../domain/geometry.js';

/** An action in one line for people: its name, where it lands in pixels and percent of the screen, and the rest. */
export function describeAction(action: Action, screen: Size | null): string {
  const { type, native: _, warnings: __, ...rest } = action;
  const parts = Object.entries(rest).flatMap(([name, value]): string[] => {
    if (value === undefined || value === null) return [];
    if (name === 'target') return [describeTarget(value as Target, screen)];
    if (name === 'from' || name === 'to' || name === 'at') {
      return [`${name} ${describePoint(value as Point, screen)}`];
    }
    return [`${name} ${typeof value === 'string' ? JSON.stringify(value) : String(value)}`];
  });
  return [type, ...parts].join('  ');
}

function describeTarget(target: Target, screen: Size | null): string {
  switch (target.type) {
    case 'point': {
      const box = target.box === undefined ? '' : `  centre of [${target.box.map(rounded).join(', ')}]`;
      const missed = target.inBounds === false ? '  outside the screen' : '';
      return `at ${describePoint(target.point, screen)}${box}${missed}`;
    }
    case 'element':
      return `element ${target.element}`;
    case 'grid':
      return `grid area ${target.area}, ${target.subarea}`;
    case 'description':
      return `what is described as ${JSON.stringify(target.text)}`;
    case 'selector':
      return `node ${JSON.stringify(target.attributes)}`;
    default:
      return target satisfies never;
  }
}

function describePoint(point: Point, screen: Size | null): string {
  if (screen === null) return `(${rounded(point.x)}, ${rounded(point.y)}) ${point.space}`;
  const [x, y] = point.resolved ?? toPixel(point, screen);
  const share = (value: number, size: number): string => `${((100 * value) / size).toFixed(1)} %`;
  return `(${rounded(x)}, ${rounded(y)}) px = (${share(x, screen.width)}, ${share(y, screen.height)})`;
}

function rounded(value: number): string {
  return String(Math.round(value * 10) / 10);
}
