import type { Action } from '../../../domain/action.js';
import { resizedSize } from '../../../domain/coordinates/resize-rule.js';
import { pixelPoint, type Size } from '../../../domain/geometry.js';
import type { Ask } from '../../../models/asking/model-question.js';
import type { ModelRequest } from '../../../models/model.js';
import { readChecked, reads, unreadable, type Reading } from '../../../models/readers/reading.js';

/** What an operator does next; `terminate` ends its task. */
export type OperatorStep = { readonly type: 'act'; readonly action: Action } | { readonly type: 'terminate' };

/** Size that the operator's model sees a picture in. Source: ColorBench, smart_resize. */
const RESIZE = {
  algorithm: 'smart_resize',
  factor: 28,
  minPixels: 4 * 28 * 28,
  maxPixels: 16_384 * 28 * 28,
} as const;

function shownSize(size: Size): Size {
  const resized = resizedSize(size, RESIZE);
  return resized.type === 'size' ? resized.size : size;
}

export interface OperatorQuestion {
  readonly task: string;
  readonly step: number;
  readonly history: readonly string[];
  readonly picture: { readonly bytes: Uint8Array; readonly mediaType: string };
  /** Of the picture as it is. */
  readonly size: Size;
  readonly subject: string;
}

/** Asks the operator for its next step; null where its answer is none. */
export async function askOperator(ask: Ask, question: OperatorQuestion): Promise<OperatorStep | null> {
  const reply = await ask({
    role: 'operator',
    purpose: `step ${question.step} of ${question.subject}`,
    request: requestOf(question),
    read: (text) => readOperatorStep(text, question.size),
    retries: 0,
  });
  return reply.type === 'value' ? reply.value : null;
}

function requestOf({ task, history, picture, size }: OperatorQuestion): ModelRequest {
  const { width, height } = shownSize(size);
  const text = [
    `You operate a phone whose screen is ${width}x${height} pixels. Do the task one step at a time.`,
    `Task: ${task}`,
    ...history.map((action, index) => `Step ${index + 1}: ${action}`),
    'Answer with <thought>why</thought> and then',
    '<tool_call>\n{"name": "mobile_use", "arguments": {"action": ...}}\n</tool_call>',
    'Actions: key(text), click(coordinate), long_press(coordinate), swipe(coordinate, coordinate2), type(text), open(text), wait(time), terminate(status).',
  ].join('\n');
  return {
    messages: [
      {
        role: 'user',
        content: [
          { type: 'text', text },
          { type: 'image', mediaType: picture.mediaType, data: picture.bytes },
        ],
      },
    ],
    temperature: 0,
    maxOutputTokens: 512,
  };
}

/** Reads `<tool_call>` with its JSON. Coordinates are scaled back and cut to whole pixels. */
export function readOperatorStep(answer: string, size: Size): Reading<OperatorStep> {
  return readChecked(answer, (text) => {
    const call = /<tool_call>\s*([\s\S]*?)\s*(?:<\/tool_call>|$)/.exec(text)?.[1];
    if (call === undefined) return unreadable('the answer calls no tool');
    let given: Readonly<Record<string, unknown>>;
    try {
      const value = JSON.parse(call) as { readonly arguments?: unknown };
      given = (value.arguments ?? value) as Readonly<Record<string, unknown>>;
    } catch {
      return unreadable('the call is no JSON');
    }
    const shown = shownSize(size);
    const point = (key: string) => {
      const at = given[key];
      if (!Array.isArray(at)) return null;
      const [x, y] = [Number(at[0]), Number(at[1])];
      if (!Number.isFinite(x) || !Number.isFinite(y)) return null;
      return pixelPoint(
        Math.trunc((x * size.width) / shown.width),
        Math.trunc((y * size.height) / shown.height),
      );
    };
    const said = typeof given['text'] === 'string' ? given['text'] : '';
    const act = (action: Action | null): Reading<OperatorStep> =>
      action === null ? unreadable('the call names no place') : reads({ type: 'act', action });
    const at = point('coordinate');
    switch (given['action']) {
      case 'click':
        return act(at === null ? null : { type: 'tap', target: { type: 'point', point: at } });
      case 'long_press':
        return act(at === null ? null : { type: 'long_press', target: { type: 'point', point: at } });
      case 'swipe': {
        const to = point('coordinate2');
        return act(at === null || to === null ? null : { type: 'swipe', direction: null, from: at, to });
      }
      case 'type':
        return act({ type: 'type', text: said });
      case 'open':
        return act({ type: 'open_app', app: said });
      case 'wait':
        return act({ type: 'wait' });
      case 'terminate':
        return reads({ type: 'terminate' });
      // Also a key: the published operator knows none.
      default:
        return act({ type: 'foreign', native: { family: 'operator', arguments: given } });
    }
  });
}
