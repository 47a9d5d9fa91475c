import { didYouMean } from '../../../domain/text/nearest-name.js';
import { UserError } from '../../../errors.js';
import { USUAL_WALK, type WalkRules } from '../dynamic/walk-milestones.js';

/** How the judge walks, and how it numbers steps. */
export interface MilestoneJudgeOptions extends WalkRules {
  /** Answers number steps from the first one shown, or from the first of the whole trajectory. */
  readonly index: 'relative' | 'absolute';
}

/** Options of the judge, as `--judge-option` names them. */
export const MILESTONE_JUDGE_OPTIONS = {
  index:
    'numbers of steps: relative (default), from the first that is shown, or absolute, of the whole episode',
  window: 'steps that are shown at once; 10 unless given',
  groupAdvance:
    'where the next steps begin after some of an unordered group are done: at the last that did one (default), or after it',
  restartFrom:
    'where milestones behind a missed one are looked for: groupStart (default), where it was first looked for, or keep, where that ended',
  stopAtFirstMiss:
    'true: milestones behind a missed one are not looked for and count as missed; false (default)',
} as const;

/** Steps that a request of pictures can hold. */
const MOST_STEPS = 100;

/** @throws {UserError} for options that there are not, or values that they do not have */
export function readJudgeOptions(given: Readonly<Record<string, string>>): MilestoneJudgeOptions {
  const names = Object.keys(MILESTONE_JUDGE_OPTIONS);
  const unknown = Object.keys(given).find((name) => !names.includes(name));
  if (unknown !== undefined) {
    throw new UserError(`the judge androidlens has no option "${unknown}"`, {
      hint: `${didYouMean(unknown, names)}It has ${names.join(', ')}.`,
    });
  }
  const oneOf = <const T extends string>(name: string, values: readonly [T, ...T[]]): T => {
    const value = given[name];
    if (value === undefined) return values[0];
    const found = values.find((one) => one === value);
    if (found !== undefined) return found;
    throw new UserError(`${name} of the judge androidlens cannot be "${value}"`, {
      hint: `It is ${values.join(' or ')}.`,
    });
  };
  const window = given['window'] ?? String(USUAL_WALK.window);
  if (!/^[1-9]\d{0,2}$/.test(window) || Number(window) > MOST_STEPS) {
    throw new UserError(`window of the judge androidlens cannot be "${window}"`, {
      hint: `It is a number of steps from 1 to ${MOST_STEPS}.`,
    });
  }
  return {
    index: oneOf('index', ['relative', 'absolute']),
    window: Number(window),
    groupAdvance: oneOf('groupAdvance', ['at', 'after']),
    restartFrom: oneOf('restartFrom', ['groupStart', 'keep']),
    stopAtFirstMiss: oneOf('stopAtFirstMiss', ['false', 'true']) === 'true',
  };
}
