import type { Command } from 'commander';
import type { JudgeChoice } from '../../app/judge/make-judge.js';
import { ONE_MODEL_SETTINGS, type SettingKey } from '../../app/settings/setting.js';
import { UserError } from '../../errors.js';

/** Settings of commands that ask a judge. */
export const JUDGE_SETTINGS = [
  ...ONE_MODEL_SETTINGS,
  'priceInput',
  'priceOutput',
  'prices',
  'concurrency',
  'maxTokens',
  'maxCost',
  'plugins',
] as const satisfies readonly SettingKey[];

const RULES = ['majority', 'unanimity'] as const;
const DISAGREEMENTS = ['majority', 'leave-out'] as const;

/** Adds the options that say how a judge is wanted. */
export function addJudgeChoice(command: Command): Command {
  return command
    .option('--judge-option <name=value>', 'an option of the judge; can be given several times', gather)
    .option('--judge-prompt <name=file>', "your own prompt in place of one of the judge's", gather)
    .option('--also <profile>', 'profile of one more model that judges; can be given several times', gather)
    .option('--rule <name>', `how several verdicts become one: ${RULES.join(', ')} (default: majority)`)
    .option('--pass <name>', 'name of the pass, which replaces an earlier one of that name');
}

/** What those options say. @throws {UserError} for what is not written as it has to be */
export function judgeChoice(options: Readonly<Record<string, unknown>>): JudgeChoice {
  return {
    options: pairsOf(options['judgeOption'], '--judge-option'),
    prompts: pairsOf(options['judgePrompt'], '--judge-prompt'),
    others: listOf(options['also']),
    rule: oneOf(RULES, options['rule'], '--rule'),
  };
}

/** How labellers that disagree come to one label. @throws {UserError} */
export function disagreementsOf(options: Readonly<Record<string, unknown>>): (typeof DISAGREEMENTS)[number] {
  return oneOf(DISAGREEMENTS, options['disagreements'], '--disagreements');
}

/** Adds the option of `disagreementsOf`. */
export function addDisagreements(command: Command): Command {
  return command.option(
    '--disagreements <how>',
    `labellers that disagree: ${DISAGREEMENTS.join(', ')} (default: majority)`,
  );
}

/** A text, or null where the option was not given. */
export function textOf(given: unknown): string | null {
  return typeof given === 'string' ? given : null;
}

function gather(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value];
}

function listOf(given: unknown): readonly string[] {
  return Array.isArray(given) ? given.filter((one) => typeof one === 'string') : [];
}

function pairsOf(given: unknown, flag: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    listOf(given).map((pair): [string, string] => {
      const [, name, value] = /^([^=\s]+)=(.*)$/s.exec(pair) ?? [];
      if (name === undefined || value === undefined) {
        throw new UserError(`${flag} ${JSON.stringify(pair)} is not written as name=value`);
      }
      return [name, value];
    }),
  );
}

function oneOf<T extends string>(known: readonly [T, ...T[]], given: unknown, flag: string): T {
  if (given === undefined) return known[0];
  const found = known.find((one) => one === given);
  if (found !== undefined) return found;
  throw new UserError(`${flag} ${JSON.stringify(given)} is unknown`, {
    hint: `It is ${known.join(' or ')}.`,
  });
}
