import type { Action } from '../../../domain/action.js';
import { OPPOSITE_DIRECTION, type Point } from '../../../domain/geometry.js';
import { printPython } from '../print-python.js';
import { writePoint, type PictureSizes } from '../reading/resolve-position.js';
import { TEXT_KEY, type R1Grammar } from './parse-r1-answer.js';
import { NO_POINT, NO_TEXT, R1_ACTIONS } from './r1-actions.js';

/** What a prompt offers besides the grammar. */
export interface R1Offer extends R1Grammar {
  readonly actions: readonly string[];
}

/** The list of the answer; null for an action that the prompt does not offer. */
export function printR1List(action: Action, offer: R1Offer, sizes: PictureSizes): string | null {
  const entry = entryOf(action, offer);
  if (entry === null) return null;
  const name = offer.actions.find((each) => {
    const meaning = R1_ACTIONS.get(each);
    return meaning?.type === entry.type && (meaning.type !== 'key' || meaning.key === entry.key);
  });
  if (name === undefined) return null;
  const [pointKey = 'point'] = offer.pointKeys;
  const point = entry.point === undefined ? NO_POINT : writePoint(entry.point, offer.coordinates, sizes);
  const text = entry.text ?? NO_TEXT;
  return printPython([
    {
      action: name,
      ...(offer.needsAllKeys || entry.point !== undefined ? { [pointKey]: point } : {}),
      ...(offer.needsAllKeys || entry.text !== undefined ? { [textKeyOf(entry, offer)]: text } : {}),
    },
  ]);
}

function textKeyOf({ type }: Entry, { textKeys = {} }: R1Offer): string {
  const named = type === 'type' || type === 'scroll' || type === 'open_app' ? textKeys[type] : undefined;
  return named ?? TEXT_KEY;
}

interface Entry {
  readonly type: string;
  readonly key?: string;
  readonly point?: Point | undefined;
  readonly text?: string;
}

function entryOf(action: Action, { scroll }: R1Offer): Entry | null {
  switch (action.type) {
    case 'tap':
      if (action.target.type !== 'point' || (action.count ?? 1) > 1) return null;
      return { type: 'click', point: action.target.point };
    case 'long_press':
      return action.target.type === 'point' ? { type: 'long_press', point: action.target.point } : null;
    case 'type':
      return action.text === '' || action.text === NO_TEXT ? null : { type: 'type', text: action.text };
    case 'open_app':
      return { type: 'open_app', text: action.app };
    case 'swipe': {
      // The family scrolls in a direction: the path of a swipe is lost, but for where it starts.
      if (action.direction === null || action.target !== undefined) return null;
      const text = scroll === 'finger' ? action.direction : OPPOSITE_DIRECTION[action.direction];
      return { type: 'scroll', point: action.at, text };
    }
    case 'wait':
      return { type: 'wait' };
    case 'key':
      return { type: 'key', key: action.key };
    case 'stop':
      return {
        type: action.status === 'success' || action.status === 'unspecified' ? 'complete' : 'impossible',
      };
    default:
      return null;
  }
}
