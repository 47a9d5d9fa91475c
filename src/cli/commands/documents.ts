import { resolve } from 'node:path';
import type { Command } from 'commander';
import { AppDocuments } from '../../domain/app-documents.js';
import { UserError } from '../../errors.js';
import { documentsFile, readDocumentsFile } from '../../formats/documents/documents-file.js';
import { addSettings } from '../add-settings.js';
import { benchmarkExamples } from '../../app/help/benchmark-examples.js';
import { openRegistry } from '../../app/run/open-registry.js';
import { collectDocuments } from '../../app/documents/collect-documents.js';
import type { CommandContext } from '../command-context.js';
import { findRun } from '../../app/results/find-run.js';
import { introduce } from '../introduce.js';
import {
  learnDocuments,
  runDemonstrations,
  type LearnDocumentsOptions,
} from '../../app/documents/learn-documents.js';
import { demonstrationTexts } from '../../app/documents/demonstration-texts.js';
import { savedDemonstrations } from '../../app/documents/saved-demonstrations.js';
import { loadSettings } from '../../app/settings/load-settings.js';
import { bindModel } from '../../app/run/bind-models.js';
import { readRoleProfiles } from '../../app/run/role-profiles.js';
import { openRunBenchmark } from '../../app/run/run-benchmark.js';
import { ONE_MODEL_SETTINGS, type Settings } from '../../app/settings/setting.js';

/**
 * `touchstone documents RUN`: what an exploring agent has written down about the elements of apps; with `--demonstrations`,
 * what a model learns about them from episodes that somebody has done.
 */
export function addDocumentsCommand(program: Command, context: CommandContext): void {
  addSettings(
    introduce(
      program.command('documents'),
      'Print what is known about elements of apps, as one JSON document: what agents have written down, or what a model learns from demonstrations.',
      [
        'touchstone documents RUN > documents.json',
        ...benchmarkExamples('documents', 4, context.namedBenchmarks),
      ],
    ),
    ['data', 'split', 'trajectories', 'runs', 'promptSource', ...ONE_MODEL_SETTINGS],
  )
    .argument('<what>', 'folder of a run, or its name; with --trajectories, a benchmark')
    .option('--demonstrations', 'ask a model what the elements are for that the passed episodes use')
    .option('--all-episodes', 'with --demonstrations: learn from episodes that failed as well')
    .option('--refine', 'with --demonstrations: have texts rewritten each time the use is seen again')
    .option('--known <file>', 'with --demonstrations: documents to begin with')
    .option('--config <file>', 'configuration file (default: touchstone.config.json when there is one)')
    .action(async (what: string, options: Record<string, unknown>) => {
      const { values } = await loadSettings(options, context);
      const documents =
        options['demonstrations'] === true
          ? await learn(what, values, options, context)
          : await collect(what, values, options, context);
      context.stdout.write(`${JSON.stringify(documentsFile(documents), null, 2)}\n`);
    });
}

/** What agents have written down themselves. */
async function collect(
  name: string,
  { runs, trajectories }: Settings,
  options: Readonly<Record<string, unknown>>,
  { workingDirectory, interrupted: signal }: CommandContext,
): Promise<AppDocuments> {
  const needless = ['allEpisodes', 'refine', 'known', 'promptSource'].find(
    (key) => options[key] !== undefined,
  );
  if (needless !== undefined || trajectories !== null) {
    throw new UserError('only learning from demonstrations takes these options', {
      hint: 'Add --demonstrations.',
    });
  }
  const folder = findRun(name, resolve(workingDirectory, runs), workingDirectory);
  const documents = await collectDocuments(folder, { signal });
  if (documents.all().length === 0) {
    throw new UserError(`the run ${name} holds no documents`, {
      hint: 'Runs of the agent appagent-explore write them, once an element was used and judged; from any other run a model learns them with --demonstrations.',
    });
  }
  return documents;
}

/** What a model makes of what somebody has done. */
async function learn(
  what: string,
  values: Settings,
  options: Readonly<Record<string, unknown>>,
  context: CommandContext,
): Promise<AppDocuments> {
  const { workingDirectory, environment, interrupted: signal, stderr } = context;
  const surroundings = { workingDirectory, environment, signal };
  const asker = {
    name: 'learning from demonstrations',
    roles: [{ name: 'actor', does: 'says what elements are for' }],
  };
  const { acting } = await readRoleProfiles(asker, { ...values, roleProfiles: {} }, surroundings);
  const model = await bindModel(values, { ...surroundings, profile: acting, asker: asker.name });
  const known = options['known'];
  const documents =
    typeof known === 'string'
      ? await readDocumentsFile(resolve(workingDirectory, known))
      : new AppDocuments();
  const official = await demonstrationTexts(values, surroundings);
  const all = options['allEpisodes'] === true;
  const how: LearnDocumentsOptions = {
    model,
    documents,
    refine: options['refine'] === true,
    ...(official === undefined ? {} : { official }),
    signal,
    onLearned: (name, { written, known: before, passedOver, unanswered }) => {
      stderr.write(
        `${name}: ${written} written, ${before} known, ${passedOver} steps passed over, ${unanswered} unanswered\n`,
      );
    },
  };
  const { benchmarks } = await openRegistry([], context);
  const definition = values.trajectories === null ? undefined : benchmarks.get(what);
  if (definition !== undefined) {
    const saved = savedDemonstrations(definition, values, { all, workingDirectory, signal });
    return learnDocuments(saved, how);
  }
  const folder = findRun(what, resolve(workingDirectory, values.runs), workingDirectory);
  const dataDirectory = values.data === null ? null : resolve(workingDirectory, values.data);
  await using benchmark = await openRunBenchmark(folder, { dataDirectory, signal });
  return await learnDocuments(runDemonstrations(folder, benchmark, { all, signal }), how);
}
