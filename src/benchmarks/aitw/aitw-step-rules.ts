import type { Mode } from '../../domain/mode.js';
import type { RecordedStep } from '../../domain/recordings/recorded-episode.js';
import { gestureOf } from './gestures/aitw-gesture.js';
import { AITW_THRESHOLDS, matchGestures } from './gestures/match-gestures.js';
import { stepMatcher, type Predicted } from '../../evaluators/step-match/step-matcher.js';
import type { StepProtocol } from '../../evaluators/step-match/step-protocol.js';
import { STEP_MATCHES, type StepMatch } from '../../evaluators/step-match/step-verdict.js';
import type { StepRule } from '../stepwise/score-steps.js';
import type { AitwStep } from './aitw-step.js';

/**
 * Taps in one element enlarged by 1.4, or within 0.14; swipes in the same direction; texts when one contains the other and
 * neither is empty alone. Ours: what the original measure leaves out.
 */
const STRICT: StepProtocol = {
  name: 'aitw.strict',
  touch: {
    boxes: 'none',
    boxFactor: 1,
    elementFactor: 1.4,
    distance: { threshold: 0.14, space: 'square' },
    longPressIsTap: true,
    dualPoint: { threshold: 0.04, isOneType: true },
  },
  swipe: { rule: 'direction', space: 'unit' },
  text: { strip: true, lowerCase: true, anyOf: [{ test: 'containment' }], empty: 'equal' },
  keys: 'own_types',
  stopStatus: 'compared',
  askUserIsStop: true,
  openApp: { name: 'equal', iconCounts: false },
};

/** Elements enlarged by 1.2, ends alike. Source: AgentCPM-GUI repository, evaluator (after Qwen2.5-VL). */
const ENLARGED: StepProtocol = {
  ...STRICT,
  name: 'aitw.agentcpm',
  touch: { ...STRICT.touch, elementFactor: 1.2 },
  text: { ...STRICT.text, empty: 'tested' },
  stopStatus: 'ignored',
};

/** The named evaluators of Android in the Wild, the one that decides in this mode, unless another is chosen,
 * first. */
export function aitwStepRules(
  mode: Mode,
  ownOf: (step: RecordedStep) => AitwStep | undefined,
): [StepRule, ...StepRule[]] {
  const original: StepRule = {
    name: 'aitw.original',
    version: '1',
    protocol: { ...AITW_THRESHOLDS, name: 'aitw.original', precision: 'float32' },
    match: (said, step) => matchOriginal(said, ownOf(step), step),
  };
  const [strict, enlarged] = [STRICT, ENLARGED].map((protocol): StepRule => {
    const matcher = stepMatcher(protocol);
    return { name: protocol.name, version: '1', protocol, match: (said, step) => matcher.step(said, step) };
  });
  if (strict === undefined || enlarged === undefined) return [original];
  return mode === 'reference' ? [original, strict, enlarged] : [strict, original, enlarged];
}

function matchOriginal(said: Predicted, own: AitwStep | undefined, { screen }: RecordedStep): StepMatch {
  if (said === null || own === undefined) return STEP_MATCHES.missing;
  if (!('type' in said)) return STEP_MATCHES.format_error;
  const gesture = gestureOf(said, screen.size);
  if (gesture === null) return STEP_MATCHES.type;
  return STEP_MATCHES[matchGestures(gesture, own.gesture, own.elements)];
}
