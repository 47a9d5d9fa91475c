import { z } from 'zod';
import { describeMisfit } from '../../../../domain/text/describe-misfit.js';
import {
  foreignShare,
  type ForeignFigures,
  type ForeignLine,
  type ForeignShare,
  type ForeignSums,
} from '../foreign-counts.js';
import { foreignCommand, foreignPoint, isTouch } from '../foreign-command.js';
import type { ForeignEvaluator, ForeignVerdict, JudgedStep } from '../foreign-evaluator.js';
import { extractGuiR1, NO_TEXT } from './extract-gui-r1.js';
import { judgeGuiR1, type GuiR1Step } from './judge-gui-r1.js';

const pair = z.array(z.number()).min(2);
const RecordSchema = z.object({
  group: z.string(),
  gt_action: z.string(),
  gt_bbox: pair,
  image_size: z.array(z.number().positive()).min(2),
  gt_input_text: z.string(),
  /** The model's text, for records that do not hold what is taken from it. */
  pred: z.string().optional(),
  scale: z.array(z.number()).optional(),
  pred_action: z.string().nullable().optional(),
  pred_coord: pair.optional(),
  pred_input_text: z.string().optional(),
});

/** The group that its data have for phones. */
const GROUP = 'mobile';
/** Ends the key under which the steps of another key are counted. */
const COUNT = '_full';

/**
 * The evaluation script of GUI-R1: the name, the point and the text of a step, each judged whatever the others are. A kind of
 * action without a single hit is in no sum.
 *
 * Source: GUI-R1, `guir1/eval/eval_omni.py`, `guir1/inference/inference_vllm_guiodyssey.py`.
 */
export const guiR1: ForeignEvaluator = {
  name: 'gui-r1',
  title: 'GUI-R1 script',
  about:
    'touches nearer than 0.14, texts and scrolls by word F1 of at least 0.5, both also where another type was predicted; Step is of these alone; a kind of action without a hit is in no sum',
  repeats: 'every',
  mark: 'gt_action',
  judge(recorded, predicted) {
    const wanted = fieldsOf(recorded);
    if (wanted.action === null) return { type: 'void', reason: 'the recorded command has no known name' };
    const got = fieldsOf(predicted);
    return judged({
      group: GROUP,
      gt_action: wanted.action,
      gt_bbox: wanted.point,
      image_size: [1000, 1000],
      gt_input_text: wanted.text,
      pred_action: got.action,
      pred_coord: got.point,
      pred_input_text: got.text,
    });
  },
  judgeRecord(value) {
    const parsed = RecordSchema.safeParse(value);
    if (!parsed.success) return { type: 'no_record', message: describeMisfit(value, parsed.error) };
    const { pred, scale, pred_action: action, pred_coord: point, pred_input_text: text } = parsed.data;
    const said = extractGuiR1(pred ?? '');
    if (pred === undefined && (action === undefined || point === undefined || text === undefined)) {
      return {
        type: 'no_record',
        message: 'it has neither pred nor pred_action, pred_coord and pred_input_text',
      };
    }
    const verdict = judged({
      ...parsed.data,
      pred_action: action === undefined ? said.action : action,
      pred_coord: point ?? said.point.map((number, axis) => number * (scale?.[axis] ?? 1)),
      pred_input_text: text ?? said.text,
    });
    return { type: 'record', episode: null, step: null, verdict };
  },
  cellsOf,
  figures,
};

/** A command in the project's fields; its authors publish no conversion. Positions are 0–1000. */
function fieldsOf(command: unknown): { action: string | null; point: readonly number[]; text: string } {
  const read = foreignCommand(command);
  if (read === null) return { action: null, point: [0, 0], text: NO_TEXT };
  const { name, tail } = read;
  const point = isTouch(name) ? (foreignPoint(tail)?.map(Number) ?? [0, 0]) : [0, 0];
  const text = name === 'TYPE' || name === 'SCROLL' ? tail : NO_TEXT;
  return { action: name.toLowerCase(), point, text };
}

function judged(step: GuiR1Step): ForeignVerdict {
  const { isType, isGrounded, isText } = judgeGuiR1(step);
  return {
    type: 'judged',
    kind: `${step.group}-${step.gt_action}`,
    isType,
    isRight: isGrounded ?? isText,
    part: isGrounded !== null ? 'grounding' : isText !== null ? 'text' : null,
    hasFormat: true,
    textRatio: null,
    distance: null,
  };
}

/** As the script counts: a key of its own for every step, and the key itself only with a hit. */
function cellsOf({ kind, isType, isRight, part }: JudgedStep): [string, number[]][] {
  const cells: [string, number[]][] = [[`${kind}${COUNT}`, [1]]];
  if (isType) cells.push([kind, [1]]);
  if (part === null) return cells;
  const key = `${kind}-${part}`;
  cells.push([`${key}${COUNT}`, [1]]);
  if (isRight === true) cells.push([key, [1]]);
  return cells;
}

function figures({ cells }: ForeignSums): ForeignFigures {
  const keys = [...cells].flatMap(([key, [hits = 0]]) => {
    const [count = 0] = cells.get(`${key}${COUNT}`) ?? [];
    return key.endsWith('full') ? [] : [{ key, count, hits }];
  });
  const sumOf = (isMember: (key: string) => boolean): ForeignShare => {
    const members = keys.filter(({ key }) => isMember(key));
    return foreignShare(
      members.reduce((sum, { hits }) => sum + hits, 0),
      members.reduce((sum, { count }) => sum + count, 0),
    );
  };
  const isStep = (key: string): boolean => key.endsWith('grounding') || key.endsWith('text');
  const type = sumOf((key) => !isStep(key));
  const step = sumOf(isStep);
  const grounding = sumOf((key) => key.endsWith('grounding'));
  const main: ForeignLine[] = [
    { name: 'ALL Type', ...type },
    { name: 'ALL Step', ...step },
    { name: 'ALL GR', ...grounding },
  ];
  const stop = main.find(({ value }) => value === null);
  const lines = keys.map(({ key, count, hits }) => ({ name: `Type ${key}`, ...foreignShare(hits, count) }));
  return {
    type,
    grounding,
    step,
    success: null,
    progress: null,
    lines: [...lines, ...main],
    stops: stop === undefined ? null : `it divides by zero at ${stop.name}`,
  };
}
