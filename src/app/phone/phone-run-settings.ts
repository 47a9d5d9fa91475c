import { basename } from 'node:path';
import { quoteWord } from '../../domain/text/quote-word.js';
import { UserError } from '../../errors.js';
import { checkAnswerRule } from '../../phone/answers/find-answer.js';
import { checkCommand } from '../../phone/run/check-command.js';
import { benchmarkDefinition } from '../../registry/benchmarks.js';
import type { ResolvedSettings } from '../settings/resolve-settings.js';
import type { Settings } from '../settings/setting.js';

export { COMMAND_PLACEHOLDERS } from '../../phone/run/check-command.js';
export { PHONE_STEPS } from '../../phone/run/phone-steps.js';

/** Seconds after which a command that neither acts nor ends is stopped, unless the user sets another limit. */
export const EPISODE_SECONDS = 1_800;

/**
 * The settings of a run whose agent is a command that drives a phone.
 *
 * @param words the command; `onNote` hears what looks odd about it
 * @throws {UserError} for words that are no command
 */
export function phoneRunSettings(
  words: readonly string[],
  { values, origins }: ResolvedSettings,
  given: {
    /** How results name the agent; null: as its program or script. */
    readonly name: string | null;
    /** Switches of the phone that a preset sets. */
    readonly switches: Readonly<Record<string, unknown>>;
    /** What finds the answer in what the command prints; null: as the preset and the options say. */
    readonly answerPattern: string | null;
    readonly onNote: (note: string) => void;
  },
): Settings {
  for (const note of checkCommand(words)) given.onNote(note);
  const { answerPattern } = given;
  if (answerPattern !== null) checkAnswerRule(answerPattern);
  return {
    ...values,
    agent: 'adb',
    mode: 'corrected',
    concurrency: origins.concurrency === 'default' ? 1 : values.concurrency,
    episodeSeconds: values.episodeSeconds ?? EPISODE_SECONDS,
    agentOptions: {
      ...given.switches,
      ...values.agentOptions,
      ...(answerPattern === null ? {} : { answerPattern }),
      command: words.map(quoteWord).join(' '),
      name: given.name ?? programName(words),
    },
  };
}

/** @throws {UserError} when there is no such benchmark, which may be since the command took its place */
export function requireBenchmark(name: string, workingDirectory: string): void {
  try {
    benchmarkDefinition(name, workingDirectory);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    throw new UserError(error.message, {
      cause: error,
      hint: `${error.hint} The benchmark goes before --, the agent's command after it.`,
    });
  }
}

/** What a command is called: its program, or the script that an interpreter runs. */
function programName([program = 'adb', ...parameters]: readonly string[]): string {
  const name = basename(program);
  const script = parameters.find((word) => !word.startsWith('-'));
  const isInterpreter = /^(python|node|bash|sh|zsh|ruby|perl|deno|bun|uv|npx|tsx)[\d.]*$/.test(name);
  return isInterpreter && script !== undefined && /^[\w./-]+\.\w+$/.test(script) ? basename(script) : name;
}
