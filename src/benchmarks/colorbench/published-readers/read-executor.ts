import { pythonStrip } from '../../../domain/hierarchy/python-strip.js';
import { bracesOnOneLine, lazyBetween } from './greedy-text.js';
import { argumentsJson, firstTwo, mobileUseObject } from './mobile-use-object.js';
import type { GraphObject, ReadStep } from './read-step.js';

/** Marks that the published code turns into ASCII, in typed text as well. */
const WIDE: Readonly<Record<string, string>> = { '，': ',', '：': ':', '“': '"', '”': '"' };

/**
 * An answer as the executor of ColorBench's multi-agent system reads it.
 *
 * Source: ColorBench reference code, `plan_reflect_agent.py`.
 */
export function readExecutor(answer: string): ReadStep {
  const tagged = lazyBetween(answer, '<action>', '</action>');
  const actionText = tagged === null ? bracesOnOneLine(answer) : pythonStrip(tagged);
  return {
    action: actionText === null ? null : actionOf(actionText),
    actionText,
    description: lazyBetween(answer, '<description>\n', '\n</description>') ?? 'No description provided',
  };
}

function actionOf(text: string): GraphObject | null {
  const narrow = text.replaceAll('{{', '{').replaceAll(/[，：“”]/g, (mark) => WIDE[mark] ?? mark);
  let end = narrow.length;
  while (narrow[end - 1] === '}') end -= 1;
  try {
    return mobileUseObject(JSON.parse(argumentsJson(`${narrow.slice(0, end)}}`, '')), {
      point: firstTwo,
      allowsNoPosition: true,
      allowsNoName: true,
      allowsDirection: true,
    });
  } catch {
    // On any exception of the published code, its agent gives no action.
    return null;
  }
}
