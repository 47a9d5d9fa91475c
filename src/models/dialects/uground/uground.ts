import type { Action } from '../../../domain/action.js';
import { readGroundedTarget } from '../../readers/point-grounding.js';
import { PERMILLE } from '../coordinate-rules.js';
import { defineDialect } from '../define-dialect.js';
import type { ParseContext, ParseResult } from '../dialect.js';
import { fillTemplate } from '../fill-template.js';
import { userTurn } from '../prompt-parts.js';
import { actionsResult, problemResult } from '../reading/parse-result.js';
import { writePoint, type CoordinateRule, type PictureSizes } from '../reading/resolve-position.js';
import { SEEACT_V_READER } from '../seeact-v/published-seeact-v-action.js';
import { publishedUgroundPoint } from './published-uground-point.js';

const FAMILY = 'uground';

const PROMPTS = {
  turn: `Somebody describes one thing on this screenshot of a phone; find it. Answer with the coordinates of its middle, or of the place that stands for it best, as one pair (x, y). Where the description could mean several things, take the one that fits it best.

{{task}}
Description: {{description}}

Answer:`,
  /** Where what is to be found is one step of a task. */
  task: `What it is for: {{instruction}}`,
} as const;

/** The answer as the model was trained to write it, and nothing else. */
const PAIR = /^\s*\(-?\d{1,12}(?:\.\d{1,20})?, ?-?\d{1,12}(?:\.\d{1,20})?\)\s*$/;

/**
 * UGround: the place of what a text describes, as one pair of numbers from 0 to 1000. It knows no other action, and no earlier step.
 *
 * Source: Gou et al. 2024 (UGround-V1, built on Qwen2-VL) and its inference code. The wording is ours.
 */
export const uground = defineDialect({
  family: FAMILY,
  title: 'UGround: finds what is described, for a planner',
  variants: [],
  references: { [SEEACT_V_READER]: publishedUgroundPoint },
  create: ({ coordinates = PERMILLE, prompts }) => {
    const templates = { ...PROMPTS, ...prompts };
    return {
      version: '1',
      coordinates,
      history: { steps: 0 },
      prompts: templates,
      sampling: { temperature: 0 },
      buildRequest: ({ instruction, stepInstruction, screenshot }) => {
        const task = stepInstruction === null ? '' : fillTemplate(templates.task, { instruction });
        const description = stepInstruction ?? instruction;
        return userTurn(screenshot, fillTemplate(templates.turn, { task, description }));
      },
      parse: (text, context) => parsePoint(text, context, coordinates),
      words: (action, sizes) => pairText(action, coordinates, sizes),
    };
  },
});

function parsePoint(answer: string, context: ParseContext, coordinates: CoordinateRule): ParseResult {
  const read = readGroundedTarget(answer, {
    coordinates,
    screen: context.screen,
    sent: context.sent ?? null,
  });
  if (read.type === 'unreadable') {
    const { kind, message } = read.error;
    const known = kind === 'malformed_answer' ? 'malformed_action' : kind;
    return problemResult(answer, { kind: known, message }, null);
  }
  const target = read.value;
  const warnings = new Set([
    ...(PAIR.test(answer) ? [] : ['extra_text']),
    ...(target.inBounds === false ? ['out_of_bounds'] : []),
  ]);
  const native = { family: FAMILY, text: answer.trim() };
  return actionsResult([{ type: 'tap', target, native }], {}, warnings);
}

function pairText(action: Action, coordinates: CoordinateRule, sizes: PictureSizes): string | null {
  if (action.type !== 'tap' || (action.count ?? 1) > 1 || action.target.type !== 'point') return null;
  const [x, y] = writePoint(action.target.point, coordinates, sizes);
  return `(${x}, ${y})`;
}
