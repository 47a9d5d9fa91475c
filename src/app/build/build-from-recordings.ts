import { join } from 'node:path';
import { sayAction } from '../../judges/say-action.js';
import { countBySeverity } from '../../domain/finding.js';
import { plural } from '../../domain/text/plural.js';
import { instructionOf } from '../../domain/task.js';
import { TouchstoneError } from '../../errors.js';
import { writeWholeFile } from '../../files/write-whole-file.js';
import { FILE_LIMITS } from '../../files/file-limits.js';
import { readBytes } from '../../files/read-bytes.js';
import { readHandRecording } from '../../formats/recording/read-hand-recording.js';
import type { LintReport } from '../../formats/lint/lint-report.js';
import { smallWebp } from '../../observations/pictures/small-webp.js';
import { casePageCase, casePageFoot, casePageHead } from '../../report/cases/case-page.js';
import { lintBenchmark } from '../lint/lint-benchmark.js';
import { writeRecordedWorld, type RecordedWorldResult } from '../record/write-recorded-world.js';

/** A benchmark that was made of recordings. */
export interface BuiltFromRecordings {
  readonly world: RecordedWorldResult;
  readonly lint: LintReport;
  /** Tasks that can be solved, with the fewest steps that it takes. */
  readonly solvable: readonly { readonly task: string; readonly steps: number }[];
  /** Tasks that nobody can solve on the world. */
  readonly unsolvable: readonly string[];
  /** Page that shows each task with its screens; absolute. */
  readonly page: string;
}

/**
 * Makes a benchmark of recordings made by hand, all the way: a world, a task for each recording, what lint finds, whether each task
 * can be solved, and a page to look at.
 *
 * @param folders of the recordings, absolute
 * @throws as `writeRecordedWorld`
 */
export async function buildFromRecordings(
  folders: readonly string[],
  options: { readonly out: string; readonly workingDirectory: string; readonly signal: AbortSignal },
): Promise<BuiltFromRecordings> {
  const { out, workingDirectory, signal } = options;
  const page = join(out, 'tasks.html');
  const beforeGraph = (tasks: RecordedWorldResult['tasks']): Promise<void> =>
    writeTaskPage(folders, { tasks }, { page, signal });
  const world = await writeRecordedWorld(folders, { out, signal, beforeGraph });
  const { report } = await lintBenchmark({
    benchmark: out,
    data: null,
    mode: null,
    repair: false,
    split: null,
    plugins: [],
    pictures: true,
    reviews: null,
    onEpisodes: () => ({ next: () => {}, end: () => {} }),
    workingDirectory,
    signal,
  });
  const solved = report.proofs.filter((proof) => proof.status === 'solved');
  return {
    world,
    lint: report,
    solvable: solved.map((proof) => ({ task: proof.task, steps: proof.witness.length })),
    unsolvable: report.proofs.filter(({ status }) => status === 'unsolvable').map(({ task }) => task),
    page,
  };
}

/** One sentence about what lint found. */
export function lintSentence({ findings }: LintReport): string {
  const { error, warning, note } = countBySeverity(findings);
  if (findings.length === 0) return 'lint finds nothing';
  return `lint finds ${plural(error, 'error')}, ${plural(warning, 'warning')}, ${plural(note, 'note')}`;
}

/** Each task with the screens of its recording and what was done on them, so that somebody who writes no JSON can say whether it is right. */
async function writeTaskPage(
  folders: readonly string[],
  { tasks }: Pick<RecordedWorldResult, 'tasks'>,
  { page, signal }: { readonly page: string; readonly signal: AbortSignal },
): Promise<void> {
  const cases: string[] = [];
  for (const [index, folder] of folders.entries()) {
    const task = tasks[index];
    if (task === undefined) continue;
    const recording = await readHandRecording(folder, { signal });
    const pictureOf = async (screen: string | null): Promise<Uint8Array | null> => {
      const hash = screen === null ? undefined : recording.screens.get(screen)?.picture;
      if (hash === undefined) return null;
      const file = join(folder, 'screens', `${hash}.png`);
      try {
        const bytes = await readBytes(file, { maxBytes: FILE_LIMITS.picture, within: folder, signal });
        return (await smallWebp(bytes, { file })).bytes;
      } catch (error) {
        signal.throwIfAborted();
        if (error instanceof TouchstoneError) return null;
        throw error;
      }
    };
    const figures = [];
    for (const { screen, action } of recording.steps) {
      const size = recording.screens.get(screen)?.size ?? null;
      figures.push({ words: sayAction(action, size), picture: await pictureOf(screen) });
    }
    figures.push({ words: 'the end', picture: await pictureOf(recording.lastScreen) });
    for (const { subTarget, screen } of recording.milestones) {
      figures.push({ words: `milestone: ${subTarget}`, picture: await pictureOf(screen) });
    }
    cases.push(
      casePageCase({
        id: task.id,
        title: task.id,
        text: instructionOf(task),
        note:
          recording.milestones.length === 0
            ? 'No milestone was marked: whoever reaches the last screen has done it.'
            : null,
        figures,
      }),
    );
  }
  const introduction =
    'A picture shows the phone before what is written below it was done. Milestones decide whether an agent has done the task.';
  await writeWholeFile(page, [casePageHead('Tasks', introduction), ...cases, casePageFoot()].join(''), {
    signal,
  });
}
