import { pythonInt } from '../../../domain/graph/python-values.js';
import { pythonStrip } from '../../../domain/hierarchy/python-strip.js';
import { bracesOnOneLine, greedyBetween, lazyBetween } from './greedy-text.js';
import { argumentsJson, firstTwo, mobileUseObject } from './mobile-use-object.js';
import type { PointScale } from './point-scale.js';
import type { GraphObject, ReadStep } from './read-step.js';

/**
 * An answer as ColorBench's agent for Qwen3-VL reads it: `Thought:`, `Action:`, then `<tool_call>`; fractions of
 * positions are dropped first.
 *
 * Source: ColorBench reference code, `agent_qwen3.py`.
 */
export function readQwen3(answer: string, scale: PointScale): ReadStep {
  const actionText = greedyBetween(answer, '<tool_call>\n', '\n</tool_call>') ?? bracesOnOneLine(answer);
  const call = answer.indexOf('<tool_call>');
  const before = call < 0 ? answer : answer.slice(0, call);
  const thought = lazyBetween(before, 'Thought:', 'Action:');
  const description =
    thought === null
      ? null
      : before.slice(before.indexOf('Action:', before.indexOf('Thought:')) + 'Action:'.length);
  return {
    action: actionText === null ? null : actionOf(actionText, scale),
    actionText,
    thought: oneLine(thought),
    description: oneLine(description),
  };
}

function oneLine(text: string | null): string | null {
  return text === null ? null : pythonStrip(text.replaceAll('\n', ''));
}

function actionOf(text: string, scale: PointScale): GraphObject | null {
  try {
    return mobileUseObject(JSON.parse(argumentsJson(text.replaceAll('{{', '{'), '}')), {
      point: (coordinate) => {
        const [x, y] = firstTwo(coordinate);
        return scale(pythonInt(x), pythonInt(y));
      },
      allowsNoPosition: false,
      allowsNoName: false,
      allowsDirection: false,
    });
  } catch {
    // On any exception of the published code, its agent gives no action.
    return null;
  }
}
