import { join } from 'node:path';
import { goalSubjects, knowledgeSubjects } from '../../builder/questions/draft-subjects.js';
import { groundingItems } from '../../builder/questions/grounding-items.js';
import { writeGroundingItems } from '../../builder/questions/write-grounding-items.js';
import {
  QUESTION_ROLES,
  writeQuestions,
  type QuestionProposal,
} from '../../builder/questions/write-questions.js';
import { WorldScreens } from '../../builder/screens/world-screens.js';
import type { PublishedQuestions } from '../../benchmarks/published-questions.js';
import { countBy } from '../../domain/collections/count-by.js';
import { UserError } from '../../errors.js';
import { isThere } from '../../files/is-there.js';
import { writeWholeFile } from '../../files/write-whole-file.js';
import { readTextFile } from '../../formats/read-json-file.js';
import { QuestionsFileSchema, type WorldQuestion } from '../../formats/suite/questions-file.js';
import { parseQuestions } from '../../formats/suite/read-questions.js';
import { readSuite } from '../../formats/suite/read-suite.js';
import { writeJsonFile } from '../../formats/write-json-file.js';
import { BENCHMARKS } from '../../registry/benchmarks.js';
import type { Settings } from '../settings/setting.js';
import { openRecordedWorld } from './open-world.js';
import { openStage } from './open-stage.js';
import { hasModel, jsonLines, unpricedWarning, type StageCall, type StageReport } from './stage-report.js';

export interface BuildQuestionsOptions extends StageCall {
  /** Of each kind at most. */
  readonly knowledge: number;
  readonly goals: number;
  readonly grounding: number;
  readonly pictures: boolean;
  /** Longest side of pictures, pixels; null as recorded. */
  readonly maxSide: number | null;
  /** Whether questions are added to the world's own `questions.json`, too. */
  readonly add: boolean;
  /** Name of the benchmark in whose form questions are written; null for a world's. */
  readonly form: string | null;
  /** File of questions in a benchmark's form that are taken over, too; absolute; null for none. */
  readonly take: string | null;
}

/** What a call of `touchstone build questions` came to. */
export interface BuiltQuestions extends StageReport {
  /** Questions by what became of them. */
  readonly ends: Readonly<Partial<Record<QuestionProposal['end'], number>>>;
  readonly questions: number;
  /** Of those, taken over from a file. */
  readonly taken: number;
  readonly grounding: { readonly items: number; readonly rejected: number; readonly left: number };
  /** Questions that were added to the world by this call; null where nobody asked for it. */
  readonly added: number | null;
}

/**
 * Questions and grounding items about a recorded world: `questions.json`, `lowlevel_tasks.json` with their screens, and
 * `proposals.jsonl`, which says what became of each question. The same call goes on where it was interrupted, and asks nothing twice.
 *
 * @throws {UserError | DatasetError} where there is no such world, or its suite cannot be read
 */
export async function buildQuestions(
  name: string,
  settings: Settings,
  options: BuildQuestionsOptions,
): Promise<BuiltQuestions> {
  const { out, signal } = options;
  const { world, folder, suiteFile } = await openRecordedWorld(name, options);
  const form = options.form === null && options.take === null ? null : questionForm(options.form);
  const taken = options.take === null || form === null ? [] : await form.read(options.take, { signal });
  const isAsked = hasModel(settings, options);
  await using stage = await openStage(settings, {
    ...options,
    stage: 'questions',
    folder: out,
    identity: { world: world.graph.name },
    roles: isAsked ? QUESTION_ROLES : [],
  });
  const suite = suiteFile === null ? null : (await readSuite(suiteFile, { signal })).suite;
  const { seed } = settings;
  const language = settings.language ?? suite?.languages[0] ?? 'en';
  const asking = {
    ask: isAsked ? stage.ask : null,
    language,
    seed,
    concurrency: settings.concurrency,
    onProgress: options.onProgress,
    signal,
  };
  const screens = new WorldScreens(world, options);
  const subjects = [
    ...(await goalSubjects(screens, suite?.tasks ?? [], { count: options.goals, seed, language })),
    ...(await knowledgeSubjects(screens, { count: options.knowledge, seed })),
  ];
  const { questions: written, proposals } = await writeQuestions(screens, subjects, asking);
  const questions = [...taken, ...written];
  const grounding = await groundingItems(screens, { ...asking, count: options.grounding });
  await writeWholeFile(join(out, 'proposals.jsonl'), jsonLines(proposals), { signal });
  const file = join(out, 'questions.json');
  if (questions.length > 0) {
    if (options.form === null || form === null) await writeList(file, questions, signal);
    else {
      const before = (await isThere(file)) ? await readTextFile(file, { signal }) : null;
      await writeWholeFile(file, form.text(questions, before, file), { signal });
    }
  }
  if (grounding.items.length > 0) await writeGroundingItems(out, grounding.items, { signal });
  const names = {
    hasNode: (id: string) => world.graph.nodeIndex.has(id),
    hasTask: (id: string) => suite?.tasks.some((task) => task.id === id) === true,
  };
  const own = join(folder, 'questions.json');
  const added = options.add ? await addTo(own, questions, { names, signal }) : null;
  const left = proposals.filter(({ end }) => end === 'left' || end === 'unreadable').length + grounding.left;
  return {
    folder: out,
    ends: countBy(proposals.map(({ end }) => end)),
    questions: questions.length,
    taken: taken.length,
    grounding: { items: grounding.items.length, rejected: grounding.rejected, left: grounding.left },
    added,
    cost: stage.cost,
    wholeCost: stage.wholeCost,
    warnings: [
      ...(isAsked ? [] : ['no model is named: options are titles, and nobody has answered the questions']),
      ...(left > 0 ? [`${left} were not made; the same command goes on`] : []),
      ...unpricedWarning(settings, stage.cost),
    ],
  };
}

/** @throws {UserError} */
function questionForm(name: string | null): PublishedQuestions {
  const forms = [...BENCHMARKS.values()].flatMap(({ questionForm: own }) => own ?? []);
  const [first] = forms;
  const form = name === null ? first : forms.find((one) => one.name === name);
  if (form !== undefined) return form;
  throw new UserError(`no benchmark ${JSON.stringify(name)} has a form of questions`, {
    hint: `Known: ${forms.map((one) => one.name).join(', ')}.`,
  });
}

async function writeList(
  file: string,
  questions: readonly WorldQuestion[],
  signal: AbortSignal,
): Promise<void> {
  await writeJsonFile(file, { formatVersion: 1, questions: [...questions] }, QuestionsFileSchema, { signal });
}

/** The world's own questions stay as they are. */
async function addTo(
  file: string,
  questions: readonly WorldQuestion[],
  { names, signal }: { readonly names: Parameters<typeof parseQuestions>[2]; readonly signal: AbortSignal },
): Promise<number> {
  const before = (await isThere(file))
    ? parseQuestions(await readTextFile(file, { signal }), file, names)
    : [];
  const ids = new Set(before.map(({ id }) => id));
  const fresh = questions.filter(({ id }) => !ids.has(id));
  if (fresh.length > 0) await writeList(file, [...before, ...fresh], signal);
  return fresh.length;
}
