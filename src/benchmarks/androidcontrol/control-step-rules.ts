import type { Mode } from '../../domain/mode.js';
import { stepMatcher } from '../../evaluators/step-match/step-matcher.js';
import type { StepProtocol } from '../../evaluators/step-match/step-protocol.js';
import type { StepRule } from '../stepwise/score-steps.js';

/**
 * A touch is right in the element's box or within 0.14 of the recorded point (each axis spanning 0–1), a scroll in the same
 * direction, a text or an app's name when one contains the other, everything else by its kind.
 */
const DEFAULT: StepProtocol = {
  name: 'androidcontrol.default',
  touch: {
    boxes: 'beside',
    boxFactor: 1,
    elementFactor: null,
    distance: { threshold: 0.14, space: 'square' },
    longPressIsTap: false,
    dualPoint: null,
  },
  swipe: { rule: 'direction', space: 'pixel' },
  text: { strip: true, lowerCase: true, anyOf: [{ test: 'containment' }], empty: 'tested' },
  keys: 'own_types',
  stopStatus: 'compared',
  askUserIsStop: false,
  openApp: { name: 'containment', iconCounts: false },
};

const PROTOCOLS: readonly StepProtocol[] = [
  DEFAULT,
  /** A touch must lie in the element's box; where there is none, near the point. Source: AndroidControl paper. */
  { ...DEFAULT, name: 'androidcontrol.box', touch: { ...DEFAULT.touch, boxes: 'instead' } },
  /** Boxes enlarged by 1.2, or within 4 % of the longer side; a tap on its icon opens an app. Source: UI-S1 repository, evaluation. */
  {
    ...DEFAULT,
    name: 'androidcontrol.ui_s1',
    touch: { ...DEFAULT.touch, boxFactor: 1.2, distance: { threshold: 0.04, space: 'longer_side' } },
    keys: 'one_type',
    openApp: { name: 'containment', iconCounts: true },
  },
  /** Distance alone, texts by their words. Source: descriptions of the evaluation of OS-Atlas and GUI-R1. */
  {
    ...DEFAULT,
    name: 'androidcontrol.point',
    touch: { ...DEFAULT.touch, boxes: 'none' },
    text: {
      ...DEFAULT.text,
      anyOf: [{ test: 'token_f1', threshold: 0.5, isInclusive: false, tokens: 'set' }],
    },
  },
];

/**
 * The named evaluators of AndroidControl, the one that decides unless another is chosen first. In `corrected` mode an empty text matches no other,
 * though every text contains it.
 */
export function controlStepRules(mode: Mode): [StepRule, ...StepRule[]] {
  const rules = PROTOCOLS.map((published): StepRule => {
    const protocol: StepProtocol =
      mode === 'reference' ? published : { ...published, text: { ...published.text, empty: 'equal' } };
    const matcher = stepMatcher(protocol);
    return { name: protocol.name, version: '1', protocol, match: (said, step) => matcher.step(said, step) };
  });
  const [first, ...others] = rules;
  if (first === undefined) throw new Error('there are no evaluators');
  return [first, ...others];
}
