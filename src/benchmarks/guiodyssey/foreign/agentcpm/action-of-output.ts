import { pythonStrip, PYTHON_SPACE } from '../../../../domain/hierarchy/python-strip.js';
import { asciiDigits, PYTHON_DIGIT } from '../../../../models/dialects/reading/python-digits.js';

/** A prediction in the project's form: JSON, not yet checked. */
type JsonAction = Readonly<Record<string, unknown>>;

const TOUCH = new RegExp(
  String.raw`^(?:CLICK|LONG_PRESS): \((${PYTHON_DIGIT}+),${PYTHON_SPACE}*(${PYTHON_DIGIT}+)\)`,
  'u',
);

/**
 * The prediction that the project's runner for OdysseyAgent writes for a command; null where it raises an error and writes none.
 *
 * Source: AgentCPM-GUI, `eval/run_predict_odyssey.py`.
 */
export function actionOfCommand(command: string): JsonAction | null {
  const done = { duration: 200, STATUS: 'continue' };
  if (command.startsWith('CLICK')) return touch(command, 200);
  if (command.startsWith('PRESS')) {
    const word = lastPart(command, '_');
    return { PRESS: word === 'RECENT' ? 'APPSELECT' : word, ...done };
  }
  if (command.startsWith('TYPE')) return { TYPE: pythonStrip(lastPart(command, ':')), ...done };
  if (command === 'COMPLETE') return { STATUS: 'finish' };
  if (command === 'IMPOSSIBLE') return { STATUS: 'impossible' };
  if (command.startsWith('SCROLL')) {
    return { POINT: [500, 500], to: pythonStrip(lastPart(command, ':')).toLowerCase(), ...done };
  }
  return command.startsWith('LONG_PRESS') ? touch(command, 1000) : null;
}

function touch(command: string, duration: number): JsonAction | null {
  const found = TOUCH.exec(command);
  if (found === null) return null;
  const point = found.slice(1).map((digits) => Number(asciiDigits(digits)));
  return { POINT: point, duration, STATUS: 'continue' };
}

function lastPart(text: string, separator: string): string {
  return text.slice(text.lastIndexOf(separator) + 1);
}

/** Words that are looked for in an answer of OS-Atlas, first found first; what each becomes. */
const ATLAS: readonly (readonly [word: string, action: (content: string) => JsonAction | null])[] = [
  ['CLICK', (content) => point(content)],
  ['TYPE', (content) => ({ TYPE: inside(content) })],
  ['SCROLL', (content) => ({ to: pythonStrip(inside(content)).toLowerCase(), POINT: [500, 500] })],
  ['LONG_PRESS', (content) => point(content, { duration: 1000 })],
  ['PRESS_BACK', () => ({ PRESS: 'BACK' })],
  ['PRESS_HOME', () => ({ PRESS: 'HOME' })],
  // The schema has no such key.
  ['PRESS_RECENT', () => ({ PRESS: 'RECENT' })],
  ['WAIT', () => ({ duration: 200 })],
  ['COMPLETE', () => ({ STATUS: 'finish' })],
];

/** Whether a text is an answer of OS-Atlas rather than a command. */
export function isAtlasOutput(text: string): boolean {
  return /[Aa]ctions:/.test(text);
}

/**
 * The prediction that the project's runner for OS-Atlas writes for an answer of that model.
 *
 * Source: AgentCPM-GUI, `eval/run_predict_os_atlas.py`, `os_atlas_2minicpm`.
 */
export function actionOfAtlasOutput(output: string): JsonAction {
  const start = output.includes('Actions:') ? output.indexOf('Actions:') : output.indexOf('actions:');
  if (start < 0) return { STATUS: 'continue' };
  const content = pythonStrip(output.slice(start + 'actions:'.length));
  const [, action] = ATLAS.find(([word]) => content.includes(word)) ?? [];
  return { STATUS: 'continue', ...action?.(content) };
}

/** Between the first brackets; without a closing one all but the last character, as a slice that ends at −1 has it. */
function inside(content: string, opening = '[', closing = ']'): string {
  const start = content.indexOf(opening) + opening.length;
  const end = content.indexOf(closing);
  return end < 0 ? content.slice(start).replace(/.$/su, '') : content.slice(start, end);
}

const INTEGER = new RegExp(`^[+-]?${PYTHON_DIGIT}+(?:_${PYTHON_DIGIT}+)*$`, 'u');

/** Null for what is not two whole numbers; the runner goes on without them. */
function point(content: string, more: JsonAction = {}): JsonAction | null {
  const numbers = inside(content, '[[', ']]')
    .split(',')
    .map((text) => pythonStrip(text));
  if (numbers.length !== 2 || !numbers.every((text) => INTEGER.test(text))) return null;
  return { POINT: numbers.map(wholeNumber), ...more };
}

function wholeNumber(text: string): number {
  const number = Number(asciiDigits(text.replace(/^[+-]/, '').replaceAll('_', '')));
  return text.startsWith('-') ? -number : number;
}
