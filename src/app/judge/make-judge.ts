import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import { didYouMean } from '../../domain/text/nearest-name.js';
import { UserError } from '../../errors.js';
import { readTextFile } from '../../formats/read-json-file.js';
import { groupJudge, memberRole, type GroupRule } from '../../judges/group/group-judge.js';
import type { Judge, JudgeDefinition, JudgeParts } from '../../judges/judge.js';
import type { Model, ModelRoles } from '../../models/model.js';
import { bindModel } from '../run/bind-models.js';
import { readRoleProfiles, type ProfileOptions } from '../run/role-profiles.js';
import type { Settings } from '../settings/setting.js';

/** How a judge is wanted. */
export interface JudgeChoice {
  /** Options of the judge by name. */
  readonly options: Readonly<Record<string, string>>;
  /** Files with prompts in place of the judge's, by the prompt's name. */
  readonly prompts: Readonly<Record<string, string>>;
  /** Files of profiles of further models, each of which judges, too. */
  readonly others: readonly string[];
  /** How several verdicts become one. */
  readonly rule: GroupRule;
}

/** A judge, and the models of its roles. */
export interface MadeJudge {
  readonly judge: Judge;
  readonly models: ModelRoles;
}

/**
 * Makes a judge and binds its models: the first member's are the settings', those of the others have a profile each.
 *
 * @throws {UserError} for options that it does not have, and where the settings name no model
 */
export async function makeJudge(
  definition: JudgeDefinition,
  choice: JudgeChoice,
  settings: Settings,
  surroundings: ProfileOptions,
): Promise<MadeJudge> {
  const judge = definition.create(await partsOf(definition, choice, surroundings));
  const asker = { name: `the judge ${judge.name}`, roles: [{ name: 'judge', does: 'judges' }] };
  const profiles = [null, ...choice.others];
  const models: [string, Model][] = [];
  for (const [member, profile] of profiles.entries()) {
    const own = profile === null ? settings : { ...NO_FLAGS, ...settings, ...NO_FLAGS, profile };
    const { acting } = await readRoleProfiles(asker, { ...own, roleProfiles: {} }, surroundings);
    const model = await bindModel(settings, { ...surroundings, profile: acting, asker: asker.name });
    models.push(...judge.roles.map((role): [string, Model] => [memberRole(role, member), model]));
  }
  const grouped = choice.others.length === 0 ? judge : groupJudge(judge, profiles.length, choice.rule);
  return { judge: grouped, models: Object.fromEntries(models) };
}

/** Flags of the first member's model say nothing about the others'. */
const NO_FLAGS = {
  model: null,
  baseUrl: null,
  temperature: null,
  topP: null,
  topK: null,
  modelSeed: null,
  maxOutputTokens: null,
  priceInput: null,
  priceOutput: null,
} satisfies Partial<Settings>;

async function partsOf(
  { name, options: known = {}, files: fileOptions = [] }: JudgeDefinition,
  { options, prompts }: JudgeChoice,
  { workingDirectory, signal }: ProfileOptions,
): Promise<JudgeParts> {
  const unknown = Object.keys(options).find((option) => !Object.hasOwn(known, option));
  if (unknown !== undefined) {
    const names = Object.keys(known);
    throw new UserError(`the judge ${name} has no option "${unknown}"`, {
      hint: names.length === 0 ? 'It has none.' : `${didYouMean(unknown, names)}It has ${names.join(', ')}.`,
    });
  }
  const read = async (path: string): Promise<{ file: string; text: string; hash: string }> => {
    const file = resolve(workingDirectory, path);
    const text = await readTextFile(file, { signal });
    return { file, text, hash: createHash('sha256').update(text).digest('hex') };
  };
  const files: Record<string, Awaited<ReturnType<typeof read>>> = {};
  for (const option of fileOptions) {
    const path = options[option];
    if (path !== undefined) files[option] = await read(path);
  }
  const texts: Record<string, string> = {};
  for (const [prompt, path] of Object.entries(prompts)) texts[prompt] = (await read(path)).text;
  return { prompts: texts, options, files };
}
