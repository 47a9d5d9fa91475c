import { pythonJson } from '../../../domain/graph/python-values.js';
import type { Size } from '../../../domain/geometry.js';
import type { EvaluationStep } from './evaluation-step.js';

/** Seconds that every wait and long press is told with. */
const SECONDS = 2;

/**
 * A step as the evaluation tells UI-TARS about it. Whatever the way of the finger, the direction of a scroll is the word
 * `None`: the script asks for it in a form that has none.
 *
 * Source: AgentCPM-GUI repository, `aitw_2_uitars` of `eval/utils/qwen_mobile_tool.py`.
 */
export function uiTarsCallOf(step: EvaluationStep): string {
  const box = ([x, y]: readonly [number, number]): string =>
    `start_box='<|box_start|>(${Math.trunc(x * 1000)},${Math.trunc(y * 1000)})<|box_end|>'`;
  switch (step.type) {
    case 'touch':
      return `click(${box(step.at)})`;
    case 'long_press':
      return `long_press(${box(step.at)})`;
    case 'swipe':
      return "scroll(direction='None')";
    case 'type':
      return `type(content='${step.text}')`;
    case 'key':
      return `press_${step.key.toLowerCase()}()`;
    case 'open_app':
      return `open(app_name='${step.app}')`;
    case 'wait':
      return 'wait()';
    case 'stop':
      return 'finished()';
    default:
      return step satisfies never;
  }
}

/**
 * A step as the evaluation tells Qwen2.5-VL about it, positions in pixels of the model's picture; null for opening an app,
 * which the script cannot tell.
 *
 * Source: AgentCPM-GUI repository, `aitw_2_qwen2_5_action` of `eval/utils/qwen_mobile_tool.py`. Deviation: the script fails
 * on a long press, whose position it reads from a text.
 */
export function mobileUseCallOf(step: EvaluationStep, size: Size): string | null {
  const pixels = ([x, y]: readonly [number, number]): number[] => [
    Math.trunc(x * size.width),
    Math.trunc(y * size.height),
  ];
  const call = (action: string, more: Readonly<Record<string, unknown>>): string =>
    asciiOnly(pythonJson({ name: 'mobile_use', arguments: { action, ...more } }));
  switch (step.type) {
    case 'touch':
      return call('click', { coordinate: pixels(step.at) });
    case 'long_press':
      return call('long_press', { coordinate: pixels(step.at), time: SECONDS });
    case 'swipe':
      return call('swipe', { coordinate: pixels(step.from), coordinate2: pixels(step.to) });
    case 'type':
      return call('type', { text: step.text });
    case 'key':
      return call('system_button', { button: BUTTONS[step.key] });
    case 'open_app':
      return null;
    case 'wait':
      return call('wait', { time: SECONDS });
    case 'stop':
      return call('terminate', { status: step.isDone ? 'success' : 'failure' });
    default:
      return step satisfies never;
  }
}

const BUTTONS = { BACK: 'Back', HOME: 'Home', ENTER: 'Enter' } as const;

/** What Python's `json.dumps` does with characters beyond ASCII unless told otherwise. */
function asciiOnly(json: string): string {
  return json.replaceAll(/[^\0-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
