import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { proposedTask } from '../../builder/curate/review-task.js';
import { fillTemplates } from '../../builder/templates/fill-templates.js';
import {
  proposeInstructions,
  TEMPLATE_ROLES,
  type TemplateProposal,
} from '../../builder/templates/propose-instructions.js';
import { countBy } from '../../domain/collections/count-by.js';
import { writeFailure } from '../../files/file-write-error.js';
import { isThere } from '../../files/is-there.js';
import { writeWholeFile } from '../../files/write-whole-file.js';
import { readTextFile } from '../../formats/read-json-file.js';
import { SuiteFileSchema } from '../../formats/suite/suite-file.js';
import { cutTornLine } from '../../formats/task-review/cut-torn-line.js';
import { readTaskReview } from '../../formats/task-review/read-task-review.js';
import { reviewedTaskLine } from '../../formats/task-review/reviewed-task.js';
import { parseTemplates } from '../../formats/templates/templates-file.js';
import { writeJsonFile } from '../../formats/write-json-file.js';
import { readRoleProfiles } from '../run/role-profiles.js';
import type { Settings } from '../settings/setting.js';
import { openStage } from './open-stage.js';
import { hasModel, jsonLines, unpricedWarning, type StageCall, type StageReport } from './stage-report.js';

export interface BuildTemplatesOptions extends StageCall {
  /** Choices drawn of each template; null for every one. */
  readonly perTemplate: number | null;
}

/** What a call of `touchstone build templates` came to. */
export interface BuiltTemplates extends StageReport {
  readonly templates: number;
  readonly filled: number;
  readonly ends: Readonly<Partial<Record<TemplateProposal['end'], number>>>;
  /** Review of the tasks; absolute. */
  readonly review: string;
}

const DEFAULT_STEPS = 40;

/**
 * Tasks from templates: `proposals.jsonl` traces each to template, items, apps, models and seed; `review.jsonl` is for
 * `touchstone tasks validate`, `suite.json` for recording them by hand. The same call goes on where it was interrupted.
 *
 * Source: GUIOdyssey paper, proposal of tasks.
 *
 * @throws {UserError | DatasetError} for templates that cannot be used
 */
export async function buildTemplates(
  file: string,
  settings: Settings,
  options: BuildTemplatesOptions,
): Promise<BuiltTemplates> {
  const { out, perTemplate, signal } = options;
  const { templates, language } = parseTemplates(await readTextFile(file, { signal }), file);
  const { seed } = settings;
  const filled = fillTemplates(templates, { perTemplate, seed });
  const isAsked = hasModel(settings, options);
  await using stage = await openStage(settings, {
    ...options,
    stage: 'templates',
    folder: out,
    identity: {},
    roles: isAsked ? TEMPLATE_ROLES : [],
  });
  const models = isAsked ? await modelNames(settings, options) : null;
  const proposals = await proposeInstructions(filled, {
    ask: isAsked ? stage.ask : null,
    language,
    concurrency: settings.concurrency,
    onProgress: options.onProgress,
    signal,
  });
  const records = proposals.map((proposal) => ({
    ...proposal,
    rewrittenBy: models?.writer ?? null,
    checkedBy: models?.checker ?? null,
    seed,
  }));
  await writeWholeFile(join(out, 'proposals.jsonl'), jsonLines(records), { signal });
  const kept = proposals.filter(({ end }) => end === 'kept');
  const review = join(out, 'review.jsonl');
  await addToReview(review, kept, { language, by: models?.writer ?? 'template', signal });
  await writeJsonFile(
    join(out, 'suite.json'),
    {
      formatVersion: 2,
      name: 'templates',
      version: '1',
      languages: [language],
      defaultMaxSteps: DEFAULT_STEPS,
      tasks: kept.map(({ id, instruction, apps, category }) => ({
        id,
        instructions: { [language]: instruction ?? '' },
        apps: [...new Set(Object.values(apps))],
        tags: [category],
        milestones: [],
        evaluators: [],
      })),
    },
    SuiteFileSchema,
    { signal },
  );
  const left = proposals.filter(({ end }) => end === 'left' || end === 'unreadable');
  return {
    folder: out,
    templates: templates.length,
    filled: filled.length,
    ends: countBy(proposals.map(({ end }) => end)),
    review,
    cost: stage.cost,
    wholeCost: stage.wholeCost,
    warnings: [
      ...(isAsked ? [] : ['no model is named: instructions are the filled templates']),
      ...(left[0] === undefined
        ? []
        : [`${left.length} were not worded (${left[0].reason}); the same command goes on`]),
      ...unpricedWarning(settings, stage.cost),
    ],
  };
}

/** Names of the models that reword and compare. */
async function modelNames(
  settings: Settings,
  options: BuildTemplatesOptions,
): Promise<{ readonly writer: string; readonly checker: string }> {
  if (options.models !== undefined) return { writer: 'given', checker: 'given' };
  const asker = { name: 'build templates', roles: TEMPLATE_ROLES };
  const { acting, others } = await readRoleProfiles(asker, settings, options);
  const nameOf = (role: string): string => (others.get(role) ?? acting)?.model ?? 'model';
  return { writer: nameOf('writer'), checker: nameOf('checker') };
}

/** Adds what the review does not have yet; what people have decided stays. */
async function addToReview(
  review: string,
  kept: readonly TemplateProposal[],
  { language, by, signal }: { readonly language: string; readonly by: string; readonly signal: AbortSignal },
): Promise<void> {
  const known = new Set<string>();
  if (await isThere(review)) {
    await cutTornLine(review, { signal });
    for await (const { task } of readTaskReview(review, { signal })) known.add(task.id);
  }
  const at = new Date().toISOString();
  const lines = kept
    .filter(({ id }) => !known.has(id))
    .map(({ id, apps, instruction, task, category }) => {
      const [app = category] = Object.values(apps);
      const proposal = { id, app, language, kind: 'state', seed: null, instruction: instruction ?? task };
      return reviewedTaskLine(proposedTask(proposal, { by, at, note: `from: ${task}` }));
    });
  if (lines.length === 0) return;
  await appendFile(review, lines.join('')).catch((error: unknown) => {
    throw writeFailure(review, error);
  });
}
