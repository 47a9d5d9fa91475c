import { PYTHON_SPACE, pythonStrip } from '../../../../domain/hierarchy/python-strip.js';
import { asciiDigits, PYTHON_DIGIT } from '../../../../models/dialects/reading/python-digits.js';

/** What Python counts to words: letters and numbers of any script, no combining marks. */
const WORD = String.raw`[\p{L}\p{N}_]`;
const ACTION = new RegExp(`'action':${PYTHON_SPACE}*'(${WORD}+)'`, 'u');
// Ends at an apostrophe, and knows no line feed.
const TEXT = new RegExp(`'input_text':${PYTHON_SPACE}*'([^\\n]*?)'`);
const PAIR = new RegExp(
  String.raw`\[(${PYTHON_DIGIT}+),${PYTHON_SPACE}*(${PYTHON_DIGIT}+)\]${PYTHON_SPACE}*`,
  'uy',
);

/** Where no text is said. */
export const NO_TEXT = 'no input text';

/** What GUI-R1's scripts take from an answer. */
export interface GuiR1Answer {
  readonly action: string | null;
  readonly text: string;
  /** In pixels of the picture as the model was shown it. */
  readonly point: readonly [x: number, y: number];
}

/** Source: GUI-R1, `guir1/inference/inference_vllm_guiodyssey.py`. */
export function extractGuiR1(output: string): GuiR1Answer {
  const content = answerIn(output);
  if (content === null) return { action: null, text: NO_TEXT, point: [0, 0] };
  return {
    action: ACTION.exec(content)?.[1] ?? null,
    text: TEXT.exec(content)?.[1] ?? NO_TEXT,
    point: pointIn(content) ?? [0, 0],
  };
}

function answerIn(output: string): string | null {
  const start = output.indexOf('<answer>');
  const from = start + '<answer>'.length;
  const end = start < 0 ? -1 : output.indexOf('</answer>', from);
  return end < 0 ? null : pythonStrip(output.slice(from, end));
}

/**
 * The last pair of the first line that has a brace, then pairs, then a closing brace. White space behind a comma or a pair
 * may hold line feeds, so that the closing brace may stand on a later line.
 */
function pointIn(content: string): [x: number, y: number] | null {
  for (let at = 0; at < content.length;) {
    const line = content.indexOf('\n', at);
    const end = line < 0 ? content.length : line;
    const brace = content.slice(at, end).indexOf('{');
    if (brace >= 0) {
      const found = lastPair(content, at + brace + 1, end);
      if (found !== null) return found;
    }
    at = end + 1;
  }
  return null;
}

function lastPair(content: string, start: number, end: number): [x: number, y: number] | null {
  for (let at = content.lastIndexOf('[', end - 1); at >= start; at = content.lastIndexOf('[', at - 1)) {
    PAIR.lastIndex = at;
    const found = PAIR.exec(content);
    if (found !== null && isClosed(content, at + found[0].length)) {
      const [x = 0, y = 0] = found.slice(1).map((digits) => Number(asciiDigits(digits)));
      return [x, y];
    }
    if (at === 0) break;
  }
  return null;
}

function isClosed(content: string, from: number): boolean {
  const line = content.indexOf('\n', from);
  const brace = content.indexOf('}', from);
  return brace >= 0 && (line < 0 || brace < line);
}
