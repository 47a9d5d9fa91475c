import type { Action } from '../../domain/action.js';
import { pixelPoint } from '../../domain/geometry.js';
import type { Mode } from '../../domain/mode.js';
import { readChecked, reads, unreadable, type Reading } from '../../models/readers/reading.js';

/**
 * What the first answer says is to be done: one sentence behind `###order`. As published it goes to the end of the line, with whatever
 * follows there.
 *
 * Source: ColorBench reference code `pic2trajectory.py`; colorbench.md section 6.2.
 */
export function readOrder(text: string, mode: Mode): Reading<string> {
  return readChecked(text, (given) => {
    const [, order = ''] = /###order[：:](.+)/.exec(given) ?? [];
    // On one line, the confidence follows.
    const sentence = (mode === 'reference' ? order : (order.split('###')[0] ?? '')).trim();
    return sentence === '' ? unreadable('the answer has no ###order') : reads(sentence);
  });
}

/** What the second answer says was done. */
export interface Completion {
  /** As written: `CLICK[10,20]`. */
  readonly written: string;
  /** Points are pixels of the screenshot; null for an action that nobody knows. */
  readonly action: Action | null;
  /** 0-1; null where it is not said. */
  readonly confidence: number | null;
}

/** An answer of the form `ACTION[params]###reasoning: …###confidence: 0..1`. */
export function readCompletedAction(text: string, mode: Mode): Reading<Completion> {
  return readChecked(text, (given) => {
    const written = (given.trim().split('###')[0] ?? '').trim();
    if (written === '') return unreadable('the answer has no action');
    const action = actionOf(written, mode);
    // As published, anything is taken for an action.
    if (action === null && mode === 'corrected') return unreadable(`${JSON.stringify(written)} is no action`);
    const [, said] = /###confidence[：:]\s*(\d*\.?\d+)/.exec(given) ?? [];
    const confidence = said === undefined ? null : Math.min(1, Math.max(0, Number(said)));
    return reads({ written, action, confidence });
  });
}

const DIRECTIONS = ['up', 'down', 'left', 'right'] as const;

function actionOf(written: string, mode: Mode): Action | null {
  const [, verb = '', inside = ''] = /^(\w+)\s*(?:\[([^]*)\])?$/.exec(written) ?? [];
  const given = inside.trim();
  switch (verb) {
    case 'AWAKE':
      return given === '' ? null : { type: 'open_app', app: given };
    case 'CLICK':
      return touch('tap', given);
    case 'TYPE':
      return { type: 'type', text: inside };
    case 'WAIT':
      return { type: 'wait' };
    case 'system_button': {
      const key = given.toUpperCase();
      return key === 'HOME' || (key === 'BACK' && mode === 'corrected') ? { type: 'key', key } : null;
    }
    case 'LONG_PRESS':
      return mode === 'corrected' ? touch('long_press', given) : null;
    case 'SWIPE': {
      const direction = DIRECTIONS.find((one) => one === given);
      return mode === 'corrected' && direction !== undefined ? { type: 'swipe', direction } : null;
    }
    default:
      return null;
  }
}

function touch(type: 'tap' | 'long_press', inside: string): Action | null {
  const [, x, y] = /^(\d+(?:\.\d+)?)\s*[,，]\s*(\d+(?:\.\d+)?)$/.exec(inside) ?? [];
  if (x === undefined || y === undefined) return null;
  return { type, target: { type: 'point', point: pixelPoint(Number(x), Number(y)) } };
}
