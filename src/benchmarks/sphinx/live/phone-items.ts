import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '../../../errors.js';
import { didYouMean } from '../../../domain/text/nearest-name.js';
import type { BenchmarkItem } from '../../benchmark.js';
import { navigationItem } from '../navigation-item.js';
import type { SphinxApp } from '../recordings/apk-info.js';
import { recordingFolder } from '../recordings/recording.js';
import type { SphinxPair } from '../saved-runs/pair.js';
import { variableOf, type LoginScript } from './login-script.js';

/**
 * What becomes of an app before each of its tasks. `restart`: it is stopped and started, and keeps its data. `clear`: its data
 * are removed and it is signed in to, as the published harness does by installing it again.
 */
export const RESETS = ['restart', 'clear'] as const;
export type Reset = (typeof RESETS)[number];

/** The reset that a switch of the benchmark names. @throws {UserError} */
export function chosenReset(given: unknown): Reset {
  if (given === undefined) return 'restart';
  const reset = RESETS.find((known) => known === given);
  if (reset !== undefined) return reset;
  const name = typeof given === 'string' ? given : JSON.stringify(given);
  throw new UserError(`there is no reset "${name}"`, {
    hint: `${didYouMean(name, RESETS)}--benchmark-option reset is one of ${RESETS.join(', ')}.`,
  });
}

/** A pair of task and app that is to be done on a phone. */
export interface PhonePair {
  readonly pair: SphinxPair;
  /** Null where no task file has an instruction. */
  readonly goal: string | null;
  /** Null where `apk-info.csv` has no row. */
  readonly app: SphinxApp | null;
  /** Null where the app needs no account, or keeps what it has. */
  readonly login: LoginScript | null;
}

/** What is known of the phones. */
export interface PhoneFacts {
  /** Serials that lack a package, by package. */
  readonly missing: ReadonlyMap<string, readonly string[]>;
  readonly variables: Readonly<Record<string, string | undefined>>;
}

/** The item of a pair. One that cannot be done says why, and whose matter that is. */
export function phoneItem(found: PhonePair, dataDirectory: string, facts: PhoneFacts | null): BenchmarkItem {
  const { pair, goal } = found;
  const broken = dataProblem(found, dataDirectory);
  const lacking = broken === null && facts !== null ? userProblem(found, facts) : null;
  return {
    ...navigationItem(pair, goal),
    ...(broken === null ? {} : { invalid: broken }),
    ...(lacking === null ? {} : { invalid: lacking, invalidBy: 'user' as const }),
  };
}

function dataProblem({ pair, goal, app }: PhonePair, dataDirectory: string): string | null {
  if (goal === null) return 'no task file has an instruction for it';
  if (!existsSync(join(recordingFolder(dataDirectory, pair), 'evaluator.json'))) {
    return 'the data hold no rules for it';
  }
  return app === null ? `apk-info.csv has no package of ${pair.app}` : null;
}

function userProblem({ app, login }: PhonePair, { missing, variables }: PhoneFacts): string | null {
  if (app === null) return null;
  const [serial] = missing.get(app.package) ?? [];
  if (serial !== undefined) {
    return `${app.package} is not installed on ${serial}: install it (adb -s ${serial} install FILE.apk)`;
  }
  for (const placeholder of login?.types ?? []) {
    const name = variableOf(app.name, placeholder, variables);
    if (!variables[name]) return `the login of ${app.name} needs the environment variable ${name}`;
  }
  return null;
}
