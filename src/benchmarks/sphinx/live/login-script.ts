import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { MAX_RULE_DEPTH, TreeRulesSchema, type TreeRule } from '../../../evaluators/tree-rules/rule.js';
import { readJsonFile } from '../../../formats/read-json-file.js';
import { RecordedActionSchema, type RecordedAction } from '../saved-runs/native-action.js';

/** An action of a script that signs in; none of them is a stop. */
export type LoginAction = RecordedAction;

/** How an app is signed in to. */
export interface LoginScript {
  readonly file: string;
  readonly actions: readonly LoginAction[];
  /** Rules that hold of the screen once it worked; null where the data hold none. */
  readonly check: readonly TreeRule[] | null;
  /** What it types of its user. */
  readonly types: readonly Placeholder[];
}

/** What a script has in place of what is typed. */
const PLACEHOLDERS = { '{username}': 'USERNAME', '{password}': 'PASSWORD' } as const;
export type Placeholder = (typeof PLACEHOLDERS)[keyof typeof PLACEHOLDERS];

const ActionSchema = RecordedActionSchema.superRefine((action, context) => {
  const issue = (message: string): void => context.addIssue({ code: 'custom', message });
  if (action.type === 'stop') issue('a login script does not stop the app');
  if (action.type === 'swipe' && action.element && !action.direction) issue('a swipe needs a direction');
  if (action.type !== 'input' || !/^\{.*\}$/.test(action.message)) return;
  if (placeholderOf(action.message) === null) issue('a place to fill is {username} or {password}');
});

/** What is typed in place of a message; null where it is typed as it is. */
export function placeholderOf(message: string): Placeholder | null {
  return Object.hasOwn(PLACEHOLDERS, message) ? PLACEHOLDERS[message as keyof typeof PLACEHOLDERS] : null;
}

/** The environment variable that holds it: the app's own, or where that is not set one that all apps share. */
export function variableOf(
  app: string,
  placeholder: Placeholder,
  variables: Readonly<Record<string, string | undefined>>,
): string {
  const own = `SPHINX_${app.replaceAll(/\W/g, '_').toUpperCase()}_${placeholder}`;
  const shared = `SPHINX_${placeholder}`;
  return !variables[own] && variables[shared] ? shared : own;
}

/**
 * The script that signs in to an app (`login_script/<app>.json`) with its check (`login_check/<app>.json`, which was never
 * released); null where the app needs no account.
 *
 * @throws {DatasetError} naming file and place
 */
export async function readLoginScript(
  dataDirectory: string,
  app: string,
  options: { readonly signal?: AbortSignal } = {},
): Promise<LoginScript | null> {
  const file = join(dataDirectory, 'login_script', `${app}.json`);
  if (!existsSync(file)) return null;
  const actions = await readJsonFile(file, z.array(ActionSchema), options);
  const checkFile = join(dataDirectory, 'login_check', `${app}.json`);
  const check = existsSync(checkFile)
    ? await readJsonFile(checkFile, TreeRulesSchema, { ...options, maxDepth: MAX_RULE_DEPTH })
    : null;
  const types = actions.flatMap((action) =>
    action.type === 'input' ? (placeholderOf(action.message) ?? []) : [],
  );
  return { file, actions, check, types: [...new Set(types)] };
}
