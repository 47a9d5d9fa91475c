import { AnswerRuleError } from './answer-rule-error.js';

/** One step into a JSON value: the name of a member, or the place of an element, from the end where negative. */
export type JsonStep = string | number;

const STEP = /\.([A-Za-z_$][\w$-]*)|\[(-?\d+)\]|\["([^"\\]*)"\]|\['([^'\\]*)'\]/y;

/**
 * Reads a path such as `$.result.answer` or `$["steps"][-1].text`.
 *
 * @throws {AnswerRuleError} for anything else
 */
export function parseJsonPath(text: string): readonly JsonStep[] {
  const steps: JsonStep[] = [];
  STEP.lastIndex = 1;
  while (STEP.lastIndex < text.length) {
    const at = STEP.lastIndex;
    const match = STEP.exec(text);
    if (match === null) {
      throw new AnswerRuleError(`the answer's path is not understood from "${text.slice(at)}" on`, {
        hint: 'Paths are like $.answer, $.result.text, $.steps[-1].text or $["final answer"].',
      });
    }
    const [, name, place, quoted, single] = match;
    steps.push(place === undefined ? (name ?? quoted ?? single ?? '') : Number(place));
  }
  return steps;
}

/** The text that the path leads to; null where it leads to nothing, or to neither text, number nor truth value. */
export function textAt(value: unknown, path: readonly JsonStep[]): string | null {
  let at: unknown = value;
  for (const step of path) {
    if (Array.isArray(at)) at = typeof step === 'number' ? at.at(step) : undefined;
    else if (isObject(at) && Object.hasOwn(at, step)) at = at[step];
    else return null;
  }
  return ['string', 'number', 'boolean'].includes(typeof at) ? String(at) : null;
}

function isObject(value: unknown): value is Record<string | number, unknown> {
  return typeof value === 'object' && value !== null;
}
