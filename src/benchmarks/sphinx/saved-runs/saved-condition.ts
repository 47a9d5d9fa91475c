import { basename, dirname } from 'node:path';
import { didYouMean } from '../../../domain/text/nearest-name.js';
import { UserError } from '../../../errors.js';
import type { ElsewhereRequest } from '../../elsewhere-scorer.js';
import { SPHINX_OBSERVATIONS, tableAgent, type SphinxCondition } from '../tables/condition.js';

/** What a user may say of runs made elsewhere, with what each is for. */
export const SAVED_RUN_OPTIONS = {
  observation: `what runs made elsewhere were shown: ${SPHINX_OBSERVATIONS.join(', ')} (unless given: the name of their folder)`,
  agent: 'whose method runs made elsewhere are: react, appagent or another name',
  documents: 'whether AppAgent had documents in runs made elsewhere: yes or no',
  model: 'which model runs made elsewhere asked (unless given: the name of the folder around theirs)',
} as const;

type SavedRunOptions = ElsewhereRequest['options'];

const WORDS: readonly string[] = ['yes', 'no'];

/** Suffix of folders of runs that were given the skill of each task. */
const SKILL = '_skill';

export interface SavedCondition extends SphinxCondition {
  /** Names the row. */
  readonly label: string;
}

/**
 * How runs made elsewhere came to be: as the user says, else as the reference code names its folders,
 * `<model>/<observation>[_skill]`, in which its ReAct agent works.
 *
 * @throws {UserError} for a value that an option does not take
 */
export function savedCondition(path: string, options: SavedRunOptions): SavedCondition {
  const folder = basename(path);
  const parent = basename(dirname(path));
  const isSkilled = folder.endsWith(SKILL);
  const view = isSkilled ? folder.slice(0, -SKILL.length) : folder;
  const named = SPHINX_OBSERVATIONS.find((known) => known === view) ?? null;
  const observation = chosen('observation', options, SPHINX_OBSERVATIONS);
  const documents = chosen('documents', options, WORDS);
  const agent = textOf(options['agent']) ?? (named === null ? null : 'react');
  const remarks = [
    ...(named !== null && observation === null
      ? [`What was shown (${named}) is the name of the folder of the runs.`]
      : []),
    ...(named !== null && isSkilled ? ['The model was given the skill of each task.'] : []),
  ];
  return {
    agent: agent === null ? null : tableAgent(agent),
    observation: observation ?? named,
    documents: documents === null ? null : documents === 'yes',
    model: textOf(options['model']) ?? (named === null ? null : parent),
    label: named === null ? folder : `${parent}/${folder}`,
    remarks,
  };
}

/** @throws {UserError} */
function chosen<const T extends string>(
  name: keyof typeof SAVED_RUN_OPTIONS,
  options: SavedRunOptions,
  known: readonly T[],
): T | null {
  const given = textOf(options[name]);
  if (given === null) return null;
  const found = known.find((one) => one === given);
  if (found !== undefined) return found;
  throw new UserError(`--benchmark-option ${name}=${given} is none of ${known.join(', ')}`, {
    hint: `${didYouMean(given, known)}${SAVED_RUN_OPTIONS[name]}.`,
  });
}

function textOf(value: SavedRunOptions[string] | undefined): string | null {
  return value === undefined || value === '' ? null : String(value);
}
