import { pythonInt } from '../../../domain/graph/python-values.js';
import { pythonStrip } from '../../../domain/hierarchy/python-strip.js';
import { greedyBetween } from './greedy-text.js';
import type { PointScale } from './point-scale.js';
import type { GraphObject, ReadStep } from './read-step.js';
import { scroll } from './read-ui-tars.js';

const WAIT: GraphObject = { action_type: 'wait' };

/**
 * An answer as ColorBench's agent for OS-Atlas reads it. Words are looked for in the whole action text; vertical scrolls
 * are turned round, horizontal ones are not; text in brackets ends at the next opening bracket.
 *
 * Source: ColorBench reference code, `agent_atlas.py`.
 */
export function readOsAtlas(answer: string, scale: PointScale): ReadStep {
  const text = pythonStrip(answer.replaceAll('\n', ' '))
    .replaceAll('Thoughts:', 'thoughts:')
    .replaceAll('Actions:', 'actions:');
  const label = text.indexOf('actions:');
  const actionText = label < 0 ? null : pythonStrip(text.slice(label + 'actions:'.length));
  const thought = greedyBetween(text, 'thoughts:', 'actions:');
  return {
    action: actionText === null ? WAIT : actionOf(actionText, scale),
    actionText,
    thought: thought === null ? null : pythonStrip(thought),
  };
}

function actionOf(text: string, scale: PointScale): GraphObject {
  if (text.includes('PRESS_BACK')) return { action_type: 'system_button', button: 'back' };
  if (text.includes('PRESS_HOME')) return { action_type: 'system_button', button: 'home' };
  if (text.includes('WAIT')) return WAIT;
  if (text.includes('COMPLETE')) return { action_type: 'complete', status: 'success' };
  const [before, inside] = text.replaceAll('[[', '[').replaceAll(']]', ']').split('[');
  if (before === undefined || inside === undefined) return WAIT;
  const name = pythonStrip(before).toLowerCase();
  const close = inside.lastIndexOf(']');
  const written = pythonStrip(close < 0 ? inside : inside.slice(0, close));
  if (name.includes('click')) return press('click', written, scale);
  if (name.includes('long_press')) return press('long_press', written, scale);
  if (name.includes('scroll')) return scroll(written.toLowerCase());
  if (name.includes('type')) return { action_type: 'type', text: written };
  if (name.includes('open') || name.includes('app')) return { action_type: 'open', app: written };
  return WAIT;
}

function press(name: string, written: string, scale: PointScale): GraphObject {
  const [first, second] = written.split(',');
  try {
    const [x, y] = scale(pythonInt(first), pythonInt(second));
    return { action_type: name, x, y };
  } catch {
    return WAIT;
  }
}
