import { DirectionSchema } from '../../../domain/coordinates/geometry-schemas.js';
import { readLooseJson } from '../../../models/dialects/reading/read-loose-json.js';
import { bareCall, type ProBenchCall } from './probench-call.js';
import { lastAnswer } from './read-call.js';

const NO_TEXT = 'no input text';
const ACTION = /["']?action["']?\s{0,20}:\s{0,20}["']([A-Za-z_]{1,40})["']/;
const POINT =
  /["']?(?:point|coordinate)["']?\s{0,20}:\s{0,20}\[\s{0,20}(-?\d{1,12}(?:\.\d{1,20})?)\s{0,20},\s{0,20}(-?\d{1,12}(?:\.\d{1,20})?)\s{0,20}\]/;
const TEXT = /["']?input_text["']?\s{0,20}:\s{0,20}(["'])([^\n]{0,1000})\1/;

/**
 * The first entry of the list within `<answer>`, `[{'action': 'click', 'point': [123, 300], 'input_text': '…'}]`, with or
 * without braces; null for an invalid one. What is no list is searched for its three parts.
 *
 * Source: ProBench paper, appendix B (GUI-R1, UI-R1, InternVL3, Qwen2.5-VL-7B); tolerance is our own rule.
 */
export function readProBenchList(answer: string): ProBenchCall | null {
  const content = lastAnswer(answer);
  if (content === null) return null;
  const entry = entryOf(content) ?? foundParts(content);
  const { action, text } = entry;
  switch (action?.toLowerCase()) {
    case undefined:
      return null;
    case 'click':
      return clicked(entry.point);
    case 'type':
      return text === null ? null : { name: 'Type', text };
    case 'scroll': {
      const direction = DirectionSchema.safeParse(text?.trim().toLowerCase());
      return direction.success ? { name: 'Scroll', direction: direction.data } : null;
    }
    default:
      return bareCall(action ?? '');
  }
}

interface Entry {
  readonly action: string | null;
  readonly point: readonly unknown[];
  /** Null where there is none. */
  readonly text: string | null;
}

function entryOf(content: string): Entry | null {
  const start = content.search(/[[{]/);
  if (start < 0) return null;
  const read = readLooseJson(content, start, { warnings: new Set() });
  if (read.type !== 'json') return null;
  const first: unknown = Array.isArray(read.value) ? read.value[0] : read.value;
  if (typeof first !== 'object' || first === null || Array.isArray(first)) return null;
  const fields = first as Readonly<Record<string, unknown>>;
  const { action } = fields;
  const point = fields['point'] ?? fields['coordinate'];
  return {
    action: typeof action === 'string' ? action : null,
    point: Array.isArray(point) ? point : [],
    text: inputText(fields['input_text']),
  };
}

function foundParts(content: string): Entry {
  const point = POINT.exec(content);
  return {
    action: ACTION.exec(content)?.[1] ?? null,
    point: point === null ? [] : [Number(point[1]), Number(point[2])],
    text: inputText(TEXT.exec(content)?.[2]),
  };
}

function inputText(value: unknown): string | null {
  return typeof value === 'string' && value !== '' && value !== NO_TEXT ? value : null;
}

function clicked([x, y]: readonly unknown[]): ProBenchCall | null {
  if (typeof x !== 'number' || typeof y !== 'number') return null;
  return x < 0 || y < 0 ? null : { name: 'Click', numbers: [Math.round(x), Math.round(y)] };
}
