import { tokenF1, wordSet } from '../token-f1.js';

/** Squared distance that a touch must stay under, in the unit square. */
const RADIUS_SQUARED = 0.14 * 0.14;
/** Texts must be at least this much alike. */
const LEAST_F1 = 0.5;
const TOUCHES: readonly string[] = ['click', 'long_press', 'moveto', 'doubleclick', 'rightclick'];
const TEXTS: readonly string[] = ['open_app', 'type', 'scroll', 'select'];

/** A step as GUI-R1's scripts write it, and compare its fields. */
export interface GuiR1Step {
  readonly group: string;
  readonly gt_action: string;
  /** Begins with the recorded point, in pixels of a picture of `image_size`. */
  readonly gt_bbox: readonly number[];
  readonly image_size: readonly number[];
  readonly gt_input_text: string;
  /** null where the answer names none. */
  readonly pred_action: string | null;
  readonly pred_coord: readonly number[];
  readonly pred_input_text: string;
}

/** Three questions, each asked apart from the others; null where one is not asked of such an action. */
export interface GuiR1Verdict {
  readonly isType: boolean;
  readonly isGrounded: boolean | null;
  readonly isText: boolean | null;
}

/** Source: GUI-R1, `guir1/eval/eval_omni.py`. */
export function judgeGuiR1(step: GuiR1Step): GuiR1Verdict {
  return {
    isType: step.gt_action === step.pred_action,
    isGrounded: TOUCHES.includes(step.gt_action) ? isNear(step) : null,
    isText: TEXTS.includes(step.gt_action) ? isAlike(step.gt_input_text, step.pred_input_text) : null,
  };
}

function isNear({ gt_bbox: recorded, pred_coord: predicted, image_size: size }: GuiR1Step): boolean {
  const [dx, dy] = [0, 1].map((axis) => ((recorded[axis] ?? 0) - (predicted[axis] ?? 0)) / (size[axis] ?? 0));
  return (dx ?? 0) ** 2 + (dy ?? 0) ** 2 < RADIUS_SQUARED;
}

function isAlike(recorded: string, predicted: string): boolean {
  const [a, b] = [recorded, predicted].map((text) => wordSet(text.replaceAll(/[[\]]/g, '')));
  if (a === undefined || b === undefined) return false;
  const [one, other] = [[...a], [...b]];
  if (one.length === 1 && other.length === 1) {
    const [first = '', second = ''] = [one[0], other[0]];
    if (first.includes(second) || second.includes(first)) return true;
  }
  return tokenF1(a, b) >= LEAST_F1;
}
