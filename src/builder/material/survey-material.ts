import { basename } from 'node:path';
import { readSurvey } from '../../formats/survey/read-survey.js';
import { FolderCaptures } from './folder-captures.js';
import type { Material, WorldStep } from './material.js';

/** Rules by which an environment says that an action did nothing. */
const IDLE_RULES: ReadonlySet<string> = new Set(['stay', 'stay_dead_end', 'nothing', 'unchanged']);

/**
 * What an exploration saw, or what actions were found between pictures.
 *
 * @throws {JournalDamagedError} for a survey that cannot be read
 */
export async function surveyMaterial(
  folder: string,
  { signal }: { readonly signal: AbortSignal },
): Promise<Material> {
  const survey = await readSurvey(folder, { signal });
  const files = new FolderCaptures(folder);
  for (const capture of survey.captures) await files.add(capture);
  const steps = survey.steps
    .filter(({ action }) => action.type !== 'stop')
    .map(({ from, to, action, rule, confidence }): WorldStep => ({
      from,
      to,
      actions: [action],
      ...(action.type === 'wait' || IDLE_RULES.has(rule) ? { isIdle: true as const } : {}),
      ...(confidence === undefined ? {} : { confidence }),
    }));
  const firsts = new Set([0, ...survey.walks.filter((first) => first < survey.captures.length)]);
  return {
    captures: files.captures,
    steps,
    walks:
      survey.captures.length === 0
        ? []
        : [...firsts].toSorted((a, b) => a - b).map((first) => ({ first, of: basename(folder) })),
    size: survey.captures.find(({ size }) => size !== null)?.size ?? null,
    warnings: files.warnings,
  };
}
