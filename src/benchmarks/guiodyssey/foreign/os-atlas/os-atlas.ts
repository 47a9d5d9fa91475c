import { z } from 'zod';
import { describeMisfit } from '../../../../domain/text/describe-misfit.js';
import { foreignShare, type ForeignFigures, type ForeignLine, type ForeignSums } from '../foreign-counts.js';
import { foreignCommand, foreignPoint, isTouch } from '../foreign-command.js';
import type { ForeignEvaluator, ForeignVerdict } from '../foreign-evaluator.js';
import { judgeAtlas } from './judge-atlas.js';

const RecordSchema = z.object({
  conversations: z.array(z.unknown()).min(2),
  pred: z.unknown().optional(),
});
const AnswerSchema = z.object({ value: z.string() });

/** Kinds that have a line of their own; IMPOSSIBLE has none. */
const PRINTED = [
  'CLICK',
  'LONG_PRESS',
  'TYPE',
  'SCROLL',
  'PRESS_BACK',
  'PRESS_HOME',
  'PRESS_RECENT',
  'COMPLETE',
] as const;

/**
 * The evaluation script of OS-Atlas: touches within 140 units of whole numbers, typed lines by their words, scrolls by the same
 * line, everything else by its name.
 *
 * Source: OS-Atlas, `eval/eval_scripts/odyssey/evaluation_unify.py`.
 */
export const osAtlas: ForeignEvaluator = {
  name: 'os-atlas',
  title: 'OS-Atlas script',
  about:
    'touches within 140 of 1000, no element box; texts by word F1 of the whole line above 0.5; the rest by name or line; Grounding is right clicks over touches of the right type',
  repeats: 'every',
  mark: 'conversations',
  judge(recorded, predicted) {
    const line = lineOf(recorded);
    if (line === null) return { type: 'void', reason: 'the recorded command has no known name' };
    return judged(line, lineOf(predicted) ?? predicted);
  },
  judgeRecord(value) {
    const parsed = RecordSchema.safeParse(value);
    if (!parsed.success) return { type: 'no_record', message: describeMisfit(value, parsed.error) };
    const { conversations, pred } = parsed.data;
    const answer = AnswerSchema.safeParse(conversations[1]);
    if (!answer.success) return { type: 'no_record', message: 'its second conversation has no value' };
    return { type: 'record', episode: null, step: null, verdict: judged(answer.data.value, pred) };
  },
  cellsOf: ({ kind, isType, isRight }) => [[kind, [1, isType ? 1 : 0, isRight === true ? 1 : 0]]],
  figures,
};

/** The form in which OS-Atlas answers; its authors publish no conversion. Null for what is no command. */
function lineOf(command: unknown): string | null {
  const read = foreignCommand(command);
  if (read === null) return null;
  const { name, tail } = read;
  if (isTouch(name)) {
    const point = foreignPoint(tail);
    const inside = point === null ? tail : point.join(',');
    return `actions:\n${name}${tail === '' ? '' : ` <point>[[${inside}]]</point>`}`;
  }
  return `actions:\n${name}${name === 'TYPE' || name === 'SCROLL' ? ` [${tail}]` : ''}`;
}

function judged(recorded: string, predicted: unknown): ForeignVerdict {
  const verdict = judgeAtlas(recorded, predicted);
  if (typeof verdict === 'string') return { type: 'void', reason: verdict };
  return {
    type: 'judged',
    kind: verdict.recordedType,
    isType: verdict.isType,
    isRight: verdict.isRight,
    part: verdict.isTouch ? 'grounding' : null,
    hasFormat: true,
    textRatio: null,
    distance: null,
  };
}

function figures({ steps, type, right, cells }: ForeignSums): ForeignFigures {
  const [click, long, scroll] = ['CLICK', 'LONG_PRESS', 'SCROLL'].map((kind) => {
    const [count = 0, typeRight = 0, rightOnes = 0] = cells.get(kind) ?? [];
    return { count, type: typeRight, right: rightOnes };
  });
  const touches = (click?.type ?? 0) + (long?.type ?? 0);
  // 1 − 1/3 is not 2/3 in doubles.
  const typeShare = { ...foreignShare(type, steps), value: steps === 0 ? null : 1 - (steps - type) / steps };
  const grounding = foreignShare(click?.right ?? 0, touches);
  const step = foreignShare(right, steps);
  const main: ForeignLine[] = [
    { name: 'Type Acc', ...typeShare },
    { name: 'Grounding Acc', ...grounding },
    { name: 'Step Acc', ...step },
    { name: 'Click Type Acc', ...foreignShare(touches, click?.count ?? 0) },
    { name: 'Scroll Type Acc', ...foreignShare(scroll?.type ?? 0, scroll?.count ?? 0) },
    { name: 'Action Match Score', ...step },
  ];
  const kinds = PRINTED.flatMap((kind): ForeignLine[] => {
    const [count = 0, , rightOnes = 0] = cells.get(kind) ?? [];
    return count === 0 ? [] : [{ name: `Action Match Score - ${kind}`, ...foreignShare(rightOnes, count) }];
  });
  const stop = main.find(({ value }) => value === null);
  return {
    type: typeShare,
    grounding,
    step,
    success: null,
    progress: null,
    lines: [...main, ...kinds],
    stops: stop === undefined ? null : `it divides by zero at ${stop.name}`,
  };
}
