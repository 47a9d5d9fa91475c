import { pythonStrip } from '../../../domain/hierarchy/python-strip.js';
import { bracesOnOneLine, greedyBetween } from './greedy-text.js';
import { argumentsJson, firstTwo, mobileUseObject } from './mobile-use-object.js';
import type { PointScale } from './point-scale.js';
import type { GraphObject, ReadStep } from './read-step.js';

/**
 * An answer as ColorBench's agent for Qwen2.5-VL and GUI-Owl reads it: `<action>` with a call whose name need not be
 * quoted, then `<thinking>`. Positions that are no numbers are passed on as they are.
 *
 * Source: ColorBench reference code, `agent.py`.
 */
export function readVanilla(answer: string, scale: PointScale): ReadStep {
  const tagged = greedyBetween(answer, '<action>', '</action>');
  const actionText = tagged === null ? bracesOnOneLine(answer) : pythonStrip(tagged);
  return {
    action: actionText === null ? null : actionOf(actionText, scale),
    actionText,
    description: greedyBetween(answer, '<thinking>\n', '\n</thinking>'),
  };
}

function actionOf(text: string, scale: PointScale): GraphObject | null {
  try {
    return mobileUseObject(JSON.parse(argumentsJson(text.replaceAll('{{', '{'), '}')), {
      point: (coordinate) => {
        const [x, y] = firstTwo(coordinate);
        return typeof x === 'number' && typeof y === 'number' ? scale(x, y) : [x, y];
      },
      allowsNoPosition: false,
      allowsNoName: false,
      allowsDirection: true,
    });
  } catch {
    // On any exception of the published code, its agent gives no action.
    return null;
  }
}
