import { pythonStrip } from '../../../domain/hierarchy/python-strip.js';
import { greedyBetween } from './greedy-text.js';
import type { PointScale } from './point-scale.js';
import type { GraphObject, ReadStep } from './read-step.js';

const WAIT: GraphObject = { action_type: 'wait' };
const INTEGER = /-?\d+/g;

/**
 * An answer as ColorBench's agents for UI-TARS read it. Words are looked for in the whole action text, so that typed
 * text containing `wait` becomes a wait; vertical scrolls are turned round, horizontal ones are not.
 *
 * Source: ColorBench reference code, `agent_tars.py` (pixels) and `agent_tars_dpo.py` (0 to 1000).
 */
export function readUiTars(answer: string, scale: PointScale): ReadStep {
  const text = pythonStrip(answer.replaceAll('（', '(').replaceAll('）', ')').replaceAll('\n', ' '))
    .replaceAll('Thought:', 'thought:')
    .replaceAll('Action:', 'action:');
  const label = text.indexOf('action:');
  const actionText = label < 0 ? null : pythonStrip(text.slice(label + 'action:'.length));
  const thought = greedyBetween(text, 'thought:', 'action:');
  return {
    action: actionText === null ? WAIT : actionOf(actionText, scale),
    actionText,
    thought: thought === null ? null : pythonStrip(thought),
  };
}

function actionOf(text: string, scale: PointScale): GraphObject {
  if (text.includes('press_back')) return { action_type: 'system_button', button: 'back' };
  if (text.includes('press_home')) return { action_type: 'system_button', button: 'home' };
  if (text.includes('wait')) return WAIT;
  if (text.includes('finished')) return { action_type: 'complete', status: 'success' };
  const open = text.indexOf('(');
  const close = text.lastIndexOf(')');
  if (open < 0 || close < open) return WAIT;
  const name = pythonStrip(text.slice(0, open)).toLowerCase();
  const written = text.slice(open + 1, close);
  if (name.includes('click') || name.includes('long_press')) return press(name, written, scale);
  if (name.includes('scroll')) return scroll(written);
  if (name.includes('type')) return { action_type: 'type', text: bare(written, 'content=') };
  if (name.includes('open') || name.includes('app')) {
    return { action_type: 'open', app: bare(written, 'app_name=') };
  }
  return WAIT;
}

/** The first and the last number between inner brackets, so that a box gives its left and lower side. */
function press(name: string, written: string, scale: PointScale): GraphObject {
  const numbers = (greedyBetween(written, '(', ')')?.match(INTEGER) ?? []).map(Number);
  const [first, last] = [numbers[0], numbers.at(-1)];
  if (numbers.length < 2 || first === undefined || last === undefined) return WAIT;
  const [x, y] = scale(first, last);
  return { action_type: name, x, y };
}

/** The way that the finger goes for a word anywhere in the arguments. */
export function scroll(written: string): GraphObject {
  for (const [word, direction] of [
    ['up', 'down'],
    ['down', 'up'],
    ['left', 'left'],
    ['right', 'right'],
  ] as const) {
    if (written.includes(word)) return { action_type: 'swipe', direction };
  }
  return { action_type: 'swipe' };
}

function bare(written: string, name: string): string {
  return pythonStrip(written.replaceAll(name, '').replaceAll(/["']/g, ''));
}
