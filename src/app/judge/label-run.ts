import { appendFile, open } from 'node:fs/promises';
import { isThere } from '../../files/is-there.js';
import { humanConsole } from '../../agents/human/human-console.js';
import type { Benchmark } from '../../benchmarks/benchmark.js';
import { itemKeyText, itemName, type ItemKey } from '../../domain/episode.js';
import { randomStream } from '../../domain/random.js';
import type { LabelPass } from '../../domain/scores/label.js';
import type { Verdict } from '../../domain/scores/verdict.js';
import { instructionOf } from '../../domain/task.js';
import { UserError } from '../../errors.js';
import { labelLine, LABELS_HEADING } from '../../formats/labels/label-line.js';
import { readLabels } from '../../formats/labels/read-labels.js';
import { readTextFile } from '../../formats/read-json-file.js';
import { readEpisodes, type RecordedEpisode } from '../../formats/run/read-episodes.js';
import { indexRun, isVoidEnd } from '../../formats/run/run-index.js';
import { JudgeVerdicts } from '../../formats/run/scores/judge-verdicts.js';
import { sayStep } from '../../judges/say-action.js';
import { smallWebp } from '../../observations/pictures/small-webp.js';
import {
  labelPageCase,
  labelPageFoot,
  labelPageHead,
  type LabelCase,
} from '../../report/cases/label-page.js';
import { openRunBenchmark } from '../run/run-benchmark.js';
import { labelDialogue, type LabelConsole, type LabelQuestion } from './label-dialogue.js';

export interface LabelRunOptions {
  /** CSV file that labels are added to; absolute. */
  readonly labels: string;
  /** HTML file that shows the episodes; absolute. */
  readonly page: string;
  readonly labeller: string;
  /** Name of the judge's pass whose verdicts are shown; null for labels that nobody told what to be. */
  readonly informedBy: string | null;
  /** How many episodes, drawn at random; null for all. */
  readonly sample: number | null;
  readonly seed: number;
  readonly dataDirectory: string | null;
  readonly console: LabelConsole;
  readonly signal: AbortSignal;
}

/** What there was to label. */
export interface LabelledRun {
  /** Episodes that somebody was to label, those that were labelled before included. */
  readonly wanted: number;
  readonly before: number;
  readonly labelled: number;
  readonly isDone: boolean;
}

/**
 * Asks somebody for labels of a run's episodes: the page shows them, the terminal asks. What the same person has labelled in the same pass
 * is not asked again.
 *
 * @throws {UserError | DatasetError} for a file of labels that cannot be used, or a pass that is not there
 */
export async function labelRun(directory: string, options: LabelRunOptions): Promise<LabelledRun> {
  const { labels: file, labeller, informedBy, signal, dataDirectory } = options;
  const index = await indexRun(directory, { signal });
  await using benchmark = await openRunBenchmark(directory, { dataDirectory, signal });
  const pass: LabelPass = informedBy === null ? 'blind' : 'informed';
  const given = (await isThere(file)) ? (await readLabels(file, { signal })).labels : [];
  const done = new Set(
    given.filter((one) => one.labeller === labeller && one.pass === pass).map(({ key }) => itemKeyText(key)),
  );
  await using verdicts =
    informedBy === null
      ? null
      : await JudgeVerdicts.open(index, { judges: [], judgedBy: informedBy, signal });
  if (informedBy !== null && verdicts?.judge === undefined) {
    throw new UserError(`the run has no judge's pass "${informedBy}"`, {
      hint: 'Judge it first: touchstone judge RUN; --pass names the pass.',
    });
  }
  const ended = [...index.items.values()].filter(({ end }) => !isVoidEnd(end)).map(({ key }) => key);
  const blind = new Set(
    given
      .filter((one) => one.labeller === labeller && one.pass === 'blind')
      .map(({ key }) => itemKeyText(key)),
  );
  if (pass === 'informed' && blind.size === 0) {
    throw new UserError(`${labeller} has labelled nothing blind yet`, {
      place: { file },
      hint: 'Label without --informed-by first: what a person says who has seen the verdict is no measure of it.',
    });
  }
  const asked = pass === 'blind' ? ended : ended.filter((key) => blind.has(itemKeyText(key)));
  const wanted = drawn(asked, options);
  const due = new Set(wanted.map(itemKeyText).filter((key) => !done.has(key)));
  const common = { wanted: wanted.length, before: wanted.length - due.size };
  if (due.size === 0) return { ...common, labelled: 0, isDone: true };
  const pages = await writePage(index, benchmark, due, { ...options, verdicts });
  // In the order of the draw: whoever stops early has labelled a random part all the same.
  const byKey = new Map(pages.map((question) => [itemKeyText(question.key), question]));
  const questions = wanted.flatMap((key) => byKey.get(itemKeyText(key)) ?? []);
  await readyForLabels(file);
  options.console.show(`The episodes are in ${options.page}`);
  let labelled = 0;
  const isDone = await labelDialogue(questions, {
    console: options.console,
    signal,
    save: async ({ key }, { label, note }) => {
      const at = new Date().toISOString();
      await appendFile(file, labelLine({ key, label, labeller, pass, at, note }));
      labelled += 1;
    },
  });
  return { ...common, labelled, isDone };
}

/**
 * The same at a terminal.
 *
 * @throws {UserError} where nobody can be asked
 */
export async function labelAtTerminal(
  directory: string,
  options: Omit<LabelRunOptions, 'console'>,
  { input, output }: { readonly input: NodeJS.ReadableStream; readonly output: NodeJS.WritableStream },
): Promise<LabelledRun> {
  return await labelRun(directory, { ...options, console: humanConsole(input, output) });
}

/** Episodes in a random order, the same for the same seed; as many as are asked for. */
function drawn(keys: readonly ItemKey[], { sample, seed }: LabelRunOptions): readonly ItemKey[] {
  const stream = randomStream('labels', seed);
  const ranks = new Map(keys.toSorted(byText).map((key) => [itemKeyText(key), stream.next()]));
  const rank = (key: ItemKey): number => ranks.get(itemKeyText(key)) ?? 1;
  return keys.toSorted((a, b) => rank(a) - rank(b)).slice(0, sample ?? keys.length);
}

/**
 * Makes sure that rows can be added to the file.
 *
 * @throws {UserError} where its columns stand in another order
 */
async function readyForLabels(file: string): Promise<void> {
  if (!(await isThere(file))) {
    await appendFile(file, LABELS_HEADING);
    return;
  }
  const text = await readTextFile(file);
  const [heading = ''] = text.replace('\uFEFF', '').split(/\r?\n/);
  if (heading.trim().toLowerCase() !== LABELS_HEADING.trim()) {
    throw new UserError('rows cannot be added to this file: its columns are others, or in another order', {
      place: { file, line: 1 },
      hint: `Name another file; one that this command began has ${LABELS_HEADING.trim()}`,
    });
  }
  if (!text.endsWith('\n')) await appendFile(file, '\r\n');
}

function byText(a: ItemKey, b: ItemKey): number {
  return itemKeyText(a) < itemKeyText(b) ? -1 : 1;
}

async function writePage(
  index: Awaited<ReturnType<typeof indexRun>>,
  benchmark: Benchmark,
  due: ReadonlySet<string>,
  { page, signal, verdicts }: LabelRunOptions & { readonly verdicts: JudgeVerdicts | null },
): Promise<readonly LabelQuestion[]> {
  const { run, identity } = index.start;
  const screen = benchmark.world?.screen.bind(benchmark.world);
  const questions: LabelQuestion[] = [];
  const handle = await open(page, 'w');
  try {
    await handle.write(labelPageHead(`Episodes of ${run}`));
    const reading = { items: due, signal, ...(screen === undefined ? {} : { screen }) };
    for await (const recorded of readEpisodes(index, reading)) {
      const { item, task } = recorded;
      const shown = await caseOf(recorded, questions.length + 1, {
        name: itemName(item.key, identity.repeats),
        instruction: instructionOf(task, identity.benchmark.language ?? undefined),
        verdict: (await verdicts?.of(itemKeyText(item.key))) ?? null,
        signal,
      });
      await handle.write(labelPageCase(shown));
      const { number, name, instruction } = shown;
      questions.push({ number, of: due.size, key: item.key, name, instruction });
    }
    await handle.write(labelPageFoot());
  } finally {
    await handle.close();
  }
  return questions;
}

async function caseOf(
  { episode }: RecordedEpisode,
  number: number,
  {
    signal,
    verdict,
    ...named
  }: Pick<LabelCase, 'name' | 'instruction'> & {
    readonly verdict: Verdict | null;
    readonly signal: AbortSignal;
  },
): Promise<LabelCase> {
  const steps: { words: string; picture: Uint8Array | null }[] = [];
  for (const step of episode.trajectory.steps) {
    const { picture, id } = step.screen;
    const bytes = picture === null ? null : await picture.load({ signal });
    const small = bytes === null ? null : (await smallWebp(bytes, { file: id })).bytes;
    steps.push({ words: sayStep(step), picture: small });
  }
  const said = verdict === null ? null : `${verdict.outcome}: ${verdict.explanation}`;
  return { ...named, number, steps, verdict: said };
}
