import { pathDirection } from '../../../domain/geometry.js';
import type { GraphObject } from './read-step.js';

/** How the three agents that speak `mobile_use` differ. */
export interface MobileUseReading {
  /** Two values of a coordinate as the agent passes them on. Throws where Python would throw. */
  readonly point: (coordinate: unknown) => readonly [unknown, unknown];
  /** Whether a press without a position stays an action. */
  readonly allowsNoPosition: boolean;
  /** Whether an action without a name is a wait. */
  readonly allowsNoName: boolean;
  /** Whether a swipe may name its direction, and may lack its path. */
  readonly allowsDirection: boolean;
}

/**
 * The arguments of a `mobile_use` call as an action.
 *
 * Source: ColorBench reference code, `agent.py`, `agent_qwen3.py`, `plan_reflect_agent.py`.
 *
 * @throws {Error} where the published code raises an exception
 */
export function mobileUseObject(parsed: unknown, reading: MobileUseReading): GraphObject {
  if (!isRecord(parsed)) throw new Error('no object');
  const type = parsed['action'] ?? parsed['name'] ?? 'None';
  switch (type) {
    case 'None':
      if (!reading.allowsNoName && parsed['arguments'] === undefined) throw new Error('no name');
      return { action_type: 'wait' };
    case 'click':
    case 'long_press': {
      const { coordinate } = parsed;
      if (coordinate === undefined && reading.allowsNoPosition) return { action_type: type };
      const [x, y] = reading.point(coordinate);
      return { action_type: type, x, y };
    }
    case 'swipe':
      return swipe(parsed, reading);
    case 'type':
      return { action_type: 'type', text: parsed['text'] ?? '' };
    case 'system_button':
      return { action_type: 'system_button', button: lowerCase(parsed['button'] ?? '') };
    case 'open': {
      const text = parsed['text'] ?? '';
      return { action_type: 'open', app: text === '' ? (parsed['app'] ?? '') : text };
    }
    case 'terminate':
      return { action_type: 'complete', status: parsed['status'] ?? '' };
    default:
      return { action_type: type };
  }
}

function swipe(parsed: Readonly<Record<string, unknown>>, reading: MobileUseReading): GraphObject {
  const { direction, coordinate, coordinate2 } = parsed;
  if (reading.allowsDirection && direction) return { action_type: 'swipe', direction: lowerCase(direction) };
  if (reading.allowsDirection && (!coordinate || !coordinate2)) return { action_type: 'swipe' };
  const [from, to] = [numbers(reading.point(coordinate)), numbers(reading.point(coordinate2))];
  return { action_type: 'swipe', direction: pathDirection(from, to) };
}

/** Elements 0 and 1 of a list or a string, as Python takes them. @throws {Error} */
export function firstTwo(value: unknown): readonly [unknown, unknown] {
  const items = typeof value === 'string' ? Array.from(value) : value;
  if (!Array.isArray(items) || items.length < 2) throw new Error('no two values');
  return [items[0], items[1]];
}

function numbers([x, y]: readonly [unknown, unknown]): [number, number] {
  if (typeof x === 'number' && typeof y === 'number') return [x, y];
  throw new Error('no numbers');
}

function lowerCase(value: unknown): string {
  if (typeof value === 'string') return value.toLowerCase();
  throw new Error('no text');
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * The JSON behind `"arguments": ` on the first line that has it before enough closing braces, else the whole text.
 *
 * @param closing braces that must follow the arguments' own
 */
export function argumentsJson(text: string, closing: '' | '}'): string {
  const label = '"arguments": ';
  for (const line of text.split('\n')) {
    const at = line.indexOf(`${label}{`);
    if (at < 0) continue;
    const start = at + label.length;
    const end = line.lastIndexOf(`}${closing}`);
    if (end > start) return line.slice(start, end + 1);
  }
  return text;
}
