import type { Action, ActionOf } from '../../domain/action.js';
import { canonicalJson } from '../../domain/text/canonical-json.js';
import type { FormatError } from '../../domain/decision.js';
import type { Size } from '../../domain/geometry.js';
import type { RecordedStep } from '../../domain/recordings/recorded-episode.js';
import { matchSwipe } from './match-swipe.js';
import { isInAny, isNear, matchTouch, pixelsOf, type TouchPlace } from './match-touch.js';
import { matchTypedText } from './match-typed-text.js';
import type { StepProtocol } from './step-protocol.js';
import { STEP_MATCHES, betterMatch, type StepMatch, type StepMatchReason } from './step-verdict.js';

/** What an agent said at a step: an action, an answer nobody can read, or nothing at all (null). */
export type Predicted = Action | FormatError | null;

/** What a prediction is held against: a recorded step, or just as much of one as is known. */
export type ExpectedStep = Pick<
  RecordedStep,
  'action' | 'alternatives' | 'box' | 'candidates' | 'elements'
> & { readonly screen: { readonly size: Size | null } };

/** Judges predictions by one protocol. Pure. */
export interface StepMatcher {
  readonly protocol: StepProtocol;
  /** The best verdict over the recorded action and its alternatives, in any order. */
  step(predicted: Predicted, expected: ExpectedStep): StepMatch;
  /** The verdict against a single action; an area that a touch names itself counts in addition to those given. */
  action(predicted: Predicted, expected: Action, place: TouchPlace): StepMatch;
}

const NONE: readonly never[] = [];

/**
 * Judges predicted actions against recorded ones. The recorded action is always right, for every protocol and screen; a
 * match is always of the same type.
 *
 * Source: AndroidLens (static evaluation), AndroidControl and Android in the Wild papers; its preset states which
 * entries of a protocol are published and which inferred.
 */
export function stepMatcher(protocol: StepProtocol): StepMatcher {
  const action = (predicted: Predicted, expected: Action, place: TouchPlace): StepMatch =>
    STEP_MATCHES[judge(predicted, expected, place, protocol)];
  return {
    protocol,
    action,
    step: (predicted, expected) => {
      const { box, candidates = NONE, elements = NONE } = expected;
      const { size } = expected.screen;
      const boxes = box === undefined ? candidates : [box, ...candidates];
      let best = action(predicted, expected.action, { boxes, elements, size });
      // Areas of the recorded action are not those of another.
      for (const alternative of expected.alternatives ?? NONE) {
        if (best.match) return best;
        best = betterMatch(best, action(predicted, alternative, { boxes: NONE, elements, size }));
      }
      return best;
    },
  };
}

function judge(
  predicted: Predicted,
  expected: Action,
  place: TouchPlace,
  protocol: StepProtocol,
): StepMatchReason {
  if (predicted === null) return 'missing';
  if (!('type' in predicted)) return 'format_error';
  const { touch, openApp } = protocol;
  const wanted = meaning(expected, place.size, protocol);
  const got = meaning(predicted, place.size, protocol);
  switch (wanted.type) {
    case 'tap':
    case 'long_press':
      if (got.type === 'tap' || got.type === 'long_press') {
        if (got.type !== wanted.type && !touch.longPressIsTap) return 'type';
        return matchTouch(wanted.target, got.target, withOwnBox(wanted, place), touch);
      }
      return got.type === 'swipe' && wanted.type === 'tap' && touch.dualPoint?.isOneType === true
        ? 'gesture'
        : 'type';
    case 'swipe':
      if (got.type === 'swipe') return matchSwipe(wanted, got, place.size, protocol.swipe);
      return got.type === 'tap' && touch.dualPoint?.isOneType === true ? 'gesture' : 'type';
    case 'type':
      if (got.type !== 'type') return 'type';
      return matchTypedText(wanted.text, got.text, protocol.text) ? 'match' : 'text';
    case 'key': {
      if (got.type !== 'key') return 'type';
      if (wanted.key.toUpperCase() === got.key.toUpperCase()) return 'match';
      return protocol.keys === 'own_types' ? 'type' : 'key';
    }
    case 'stop':
      if (got.type !== 'stop') return 'type';
      if (protocol.stopStatus === 'ignored' || isSuccess(wanted) === isSuccess(got)) return 'match';
      return 'status';
    case 'open_app':
      if (got.type === 'open_app') return isSameApp(wanted.app, got.app, openApp.name) ? 'match' : 'app';
      return openApp.iconCounts && hitsIcon(got, place, touch.boxFactor) ? 'match' : 'type';
    case 'open_url':
      if (got.type !== 'open_url') return 'type';
      return wanted.url.trim() === got.url.trim() ? 'match' : 'address';
    case 'answer':
      if (got.type !== 'answer') return 'type';
      return matchTypedText(wanted.text, got.text, protocol.text) ? 'match' : 'text';
    case 'foreign':
      return got.type === 'foreign' && isSameJson(wanted.native, got.native) ? 'match' : 'type';
    default:
      return got.type === wanted.type ? 'match' : 'type';
  }
}

/** What JSON cannot express equals nothing. */
function isSameJson(expected: unknown, predicted: unknown): boolean {
  try {
    return canonicalJson(expected) === canonicalJson(predicted);
  } catch {
    return false;
  }
}

const FAILURE: ActionOf<'stop'> = { type: 'stop', status: 'failure' };
const SUCCESS: ActionOf<'stop'> = { type: 'stop', status: 'success' };

/** The action in the terms of the protocol: a last answer is an end, a path that hardly moves may be a tap. */
function meaning(action: Action, size: Size | null, { touch, askUserIsStop }: StepProtocol): Action {
  switch (action.type) {
    case 'answer':
      return action.terminal ? SUCCESS : action;
    case 'ask_user':
      return askUserIsStop ? FAILURE : action;
    case 'swipe': {
      const { from, to } = action;
      if (touch.dualPoint === null || from === undefined || to === undefined) return action;
      const distance = { threshold: touch.dualPoint.threshold, space: 'square' as const };
      return isNear(from, to, size, distance) === true
        ? { type: 'tap', target: { type: 'point', point: from } }
        : action;
    }
    default:
      return action;
  }
}

function withOwnBox({ target }: ActionOf<'tap' | 'long_press'>, place: TouchPlace): TouchPlace {
  const own = target.type === 'point' ? target.box : undefined;
  return own === undefined ? place : { ...place, boxes: [...place.boxes, own] };
}

function isSuccess({ status }: ActionOf<'stop'>): boolean {
  return status === 'success' || status === 'unspecified';
}

function isSameApp(expected: string, predicted: string, rule: StepProtocol['openApp']['name']): boolean {
  if (rule === 'ignored') return true;
  const [a, b] = [expected.trim().toLowerCase(), predicted.trim().toLowerCase()];
  if (a === b) return true;
  // An empty name is contained in every other.
  return rule === 'containment' && a !== '' && b !== '' && (a.includes(b) || b.includes(a));
}

function hitsIcon(action: Action, { boxes, size }: TouchPlace, factor: number): boolean {
  if (action.type !== 'tap' || action.target.type !== 'point') return false;
  const at = pixelsOf(action.target.point, size);
  return at !== null && isInAny(boxes, at, factor);
}
