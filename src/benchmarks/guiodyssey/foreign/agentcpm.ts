import { pythonStrip } from '../../../domain/hierarchy/python-strip.js';
import type { OdysseyCommand } from '../decode-command.js';
import { pointOf } from '../match/match-click.js';
import { infoText, unread, type ForeignEvaluator } from './foreign-evaluator.js';
import { unitDistance } from './unit-distance.js';

/** Farthest that a touch may be off, in units of the 0–1 square. */
const RADIUS = 0.14;
const DIRECTIONS: readonly string[] = ['up', 'down', 'left', 'right'];

/** What an action of GUIOdyssey becomes in the form of Android in the Wild: its type, and what is compared with it. */
const KINDS: Readonly<Record<string, readonly [type: string, button: string | null]>> = {
  CLICK: ['click', null],
  LONG_PRESS: ['long_point', null],
  SCROLL: ['scroll', null],
  TYPE: ['type', null],
  PRESS_BACK: ['press', 'back'],
  PRESS_HOME: ['press', 'home'],
  // The converter knows no key for it.
  PRESS_RECENT: ['press', 'home'],
  COMPLETE: ['stop', null],
  IMPOSSIBLE: ['stop', null],
};

/**
 * The evaluator of AgentCPM-GUI, on episodes in the form of Android in the Wild: touches within 0.14, no element box; texts when
 * one contains the other, case left aside; scrolls by direction; HOME and RECENT are one key, COMPLETE and IMPOSSIBLE one
 * stop. Any two keys are of one type.
 *
 * Source: AgentCPM-GUI, published evaluation (`evaluator.py`) and its conversion of the random split. A scroll is converted to a
 * swipe of 0.1 from the middle, which leaves its direction.
 */
export const agentCpm: ForeignEvaluator = {
  name: 'agentcpm',
  title: 'AgentCPM-GUI evaluator',
  about:
    'touches within 0.14, no element box; texts by containment in lower case; HOME is RECENT, COMPLETE is IMPOSSIBLE',
  match(expected, predicted) {
    const [wanted, got] = [kindOf(expected), predicted === null ? null : kindOf(predicted)];
    if (predicted === null || got === null || wanted === null) return unread(expected);
    const [type, button] = wanted;
    const isType = got[0] === type;
    const isExact = isType && matches(type, expected, predicted, button === got[1]);
    return { isType, isExact, isGrounded: type === 'click' ? isExact : null };
  },
};

function kindOf({ action }: OdysseyCommand): readonly [string, string | null] | null {
  return Object.hasOwn(KINDS, action) ? (KINDS[action] ?? null) : null;
}

function matches(
  type: string,
  expected: OdysseyCommand,
  predicted: OdysseyCommand,
  isButton: boolean,
): boolean {
  switch (type) {
    case 'click':
    case 'long_point': {
      const distance = unitDistance(pointOf(expected.info), pointOf(predicted.info));
      return distance !== null && distance <= RADIUS;
    }
    case 'scroll': {
      const direction = infoText(expected).toLowerCase();
      return DIRECTIONS.includes(direction) && direction === infoText(predicted).toLowerCase();
    }
    case 'type': {
      const [a, b] = [expected, predicted].map((command) => pythonStrip(infoText(command).toLowerCase()));
      return (a ?? '').includes(b ?? '') || (b ?? '').includes(a ?? '');
    }
    case 'press':
      return isButton;
    default:
      return true;
  }
}
