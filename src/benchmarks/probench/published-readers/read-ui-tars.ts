import { decodeEscapes } from '../../../models/dialects/reading/quoted-text.js';
import { scanCall, type ScannedCall } from '../../../models/dialects/reading/scan-call.js';
import { scanPosition } from '../../../models/dialects/reading/scan-position.js';
import type { ProBenchCall } from './probench-call.js';

const LABEL = 'action:';

/**
 * The call behind the last `Action:` in the form of UI-TARS; null for an invalid one. There is no wait in this prompt.
 *
 * Source: ProBench paper, appendix B (UI-TARS-1.5); which spellings of a point are taken is our own rule.
 */
export function readProBenchUiTars(answer: string): ProBenchCall | null {
  const lower = answer.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());
  const label = lower.lastIndexOf(LABEL);
  if (label < 0) return null;
  const options = { freeText: new Set(['content', '']), escapes: true, warnings: new Set<string>() };
  const call = scanCall(answer, label + LABEL.length, answer.length, options);
  if ('problem' in call) return null;
  switch (call.name.toLowerCase()) {
    case 'click': {
      const at = point(call, 0, ['point', 'start_box']);
      return at === null ? null : { name: 'Click', numbers: at };
    }
    case 'drag': {
      const from = point(call, 0, ['start_point', 'start_box']);
      const to = point(call, 1, ['end_point', 'end_box']);
      return from === null || to === null ? null : { name: 'Swipe', numbers: [...from, ...to] };
    }
    case 'type': {
      const text = decodeEscapes(argument(call, 0, ['content']) ?? '');
      return text === '' ? null : { name: 'Type', text };
    }
    case 'press_back':
      return { name: 'Back' };
    case 'press_enter':
      return { name: 'Enter' };
    case 'finished':
      return { name: 'Complete' };
    default:
      return null;
  }
}

/** An argument by one of its names, or by its place where it has none. */
function argument(call: ScannedCall, place: number, names: readonly string[]): string | null {
  const named = call.arguments.find(({ name }) => name !== null && names.includes(name));
  const placed = call.arguments[place];
  return named?.text ?? (placed?.name === null ? placed.text : null);
}

function point(call: ScannedCall, place: number, names: readonly string[]): [number, number] | null {
  const written = argument(call, place, names);
  if (written === null) return null;
  const position = scanPosition(written, { shapes: new Set(), warnings: new Set() });
  if (position.type !== 'numbers' || position.numbers.length !== 2) return null;
  const [x = 0, y = 0] = position.numbers;
  return [Math.trunc(x), Math.trunc(y)];
}
