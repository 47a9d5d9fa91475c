import { basename, join } from 'node:path';
import type { Benchmark } from '../../../benchmarks/benchmark.js';
import { missPoint, Misses } from '../../../builder/supplement/rank-misses.js';
import type { Action } from '../../../domain/action.js';
import type { Size } from '../../../domain/geometry.js';
import type { Mode } from '../../../domain/mode.js';
import { plural } from '../../../domain/text/plural.js';
import { UserError } from '../../../errors.js';
import { writeWholeFile } from '../../../files/write-whole-file.js';
import { MISSES_FILE, type MissLine } from '../../../formats/survey/miss-line.js';
import { smallWebp } from '../../../observations/pictures/small-webp.js';
import { casePage, type PageCase } from '../../../report/cases/case-page.js';
import { BENCHMARKS } from '../../../registry/benchmarks.js';
import { openBenchmark } from '../../run/prepare-run.js';
import { requireFolder } from '../../settings/require-folder.js';
import type { Settings } from '../../settings/setting.js';
import { phoneRunEpisodes, recordedPhone } from '../../stats/phone-run-episodes.js';
import { publishedConstruction } from '../published-construction.js';

export interface SupplementWorldOptions {
  /** Name of a benchmark, or folder of a world. */
  readonly world: string;
  /** Folder that files are written to; absolute. */
  readonly out: string;
  readonly mode: Mode;
  readonly workingDirectory: string;
  readonly onWarning: (warning: string) => void;
  readonly onEpisode: () => void;
  readonly signal: AbortSignal;
}

/** What a call of `touchstone build supplement` came to. */
export interface SupplementedWorld {
  readonly episodes: number;
  /** Different actions that the world has nothing for; null in reference mode, which does not look at them. */
  readonly misses: number | null;
  /** Screens that they are on. */
  readonly screens: number | null;
  /** Lines that the published script prints. */
  readonly log: readonly string[];
  /** Absolute. */
  readonly written: readonly string[];
}

/** Screens on the page; the file of misses has all. */
const MOST_SCREENS = 200;

/**
 * Finds where agents like to act: how many actions they prefer on each screenshot, in the published files; `reference` counts as
 * published, `corrected` over all tasks. The latter also lists the actions that the world has nothing for, the most frequent first,
 * and shows them on a page.
 *
 * Source: ColorBench reference code `check_preference_points_from_trajectory.py`; colorbench.md section 6.3.
 *
 * @param runs absolute: folders of runs
 * @throws {UserError} for a world without a recorded phone, and what is no run of it
 */
export async function supplementWorld(
  runs: readonly string[],
  settings: Settings,
  options: SupplementWorldOptions,
): Promise<SupplementedWorld> {
  const { world, out, mode, workingDirectory, onWarning, onEpisode, signal } = options;
  await using benchmark = await openBenchmark(world, settings, { workingDirectory, signal });
  const { graph, tasks } = await recordedPhone(benchmark);
  await requireFolder(out, '--out');
  const published = [...BENCHMARKS.values()].find(
    ({ screenActions }) => screenActions !== undefined,
  )?.screenActions;
  if (published === undefined) throw new UserError('no benchmark says how it counts actions by screen');
  const counter = published.count(graph, tasks, mode);
  const misses = new Misses(graph);
  let episodes = 0;
  for (const [number, run] of runs.entries()) {
    for await (const { agent, key, trajectory } of phoneRunEpisodes(run, benchmark, { onWarning, signal })) {
      signal.throwIfAborted();
      counter.add(key, number, trajectory);
      if (mode === 'corrected') misses.add(agent, trajectory);
      episodes += 1;
      onEpisode();
    }
  }
  const { files, log } = (await publishedConstruction()).preferenceTexts(out, counter.counts());
  for (const { file, text } of files) await writeWholeFile(file, text, { signal });
  const counted = files.map(({ file }) => file);
  if (mode === 'reference') return { episodes, misses: null, screens: null, log, written: counted };
  const ranked = misses.ranked();
  const [list, page] = [join(out, MISSES_FILE), join(out, 'misses.html')];
  await writeWholeFile(list, ranked.map((line) => `${JSON.stringify(line)}\n`).join(''), { signal });
  await writeWholeFile(page, await pageOf(ranked, benchmark, graph.screenSize, { runs, signal }), { signal });
  const screens = new Set(ranked.map(({ screen }) => screen)).size;
  return { episodes, misses: ranked.length, screens, log, written: [list, page, ...counted] };
}

async function pageOf(
  ranked: readonly MissLine[],
  { world }: Benchmark,
  usual: Size,
  { runs, signal }: { readonly runs: readonly string[]; readonly signal: AbortSignal },
): Promise<string> {
  const byScreen = new Map<string, MissLine[]>();
  for (const line of ranked) byScreen.set(line.screen, [...(byScreen.get(line.screen) ?? []), line]);
  const cases: PageCase[] = [];
  for (const [id, lines] of [...byScreen].slice(0, MOST_SCREENS)) {
    const screen = world?.screen(id) ?? null;
    const bytes = await screen?.picture?.load({ signal }).catch(() => null);
    const small = bytes == null ? null : await smallWebp(bytes, { file: id }).catch(() => null);
    const size = small ?? screen?.size ?? usual;
    cases.push({
      id: `case-${cases.length + 1}`,
      title: `${cases.length + 1}. ${id}`,
      text: lines
        .map(
          ({ action, count, agents = [] }) =>
            `${plural(count, 'time')}: ${words(action)} (${agents.join(', ')})`,
        )
        .join('\n'),
      note: null,
      figures: [
        {
          words: id,
          picture: small?.bytes ?? null,
          drawn: {
            size: { width: size.width, height: size.height },
            marks: lines.flatMap(({ action, count }) => {
              const point = missPoint(action, size);
              return point === null
                ? []
                : [{ at: { point }, colour: '#e10000', label: plural(count, 'time') }];
            }),
          },
        },
      ],
    });
  }
  const more =
    byScreen.size > MOST_SCREENS ? ` The first ${MOST_SCREENS} of ${byScreen.size} screens are shown.` : '';
  return casePage(
    'Where agents act, and the world has nothing',
    `From ${runs.map((run) => basename(run)).join(', ')}. Record what follows with touchstone build explore ./my-world --at ${MISSES_FILE} --out survey.${more}`,
    cases,
  );
}

function words(action: Action): string {
  switch (action.type) {
    case 'tap':
    case 'long_press': {
      const { target } = action;
      const where =
        target.type === 'point' ? ` at ${Math.round(target.point.x)}, ${Math.round(target.point.y)}` : '';
      return `${action.type}${where}`;
    }
    case 'swipe':
      return `swipe ${action.direction ?? ''}`;
    case 'type':
      return `type ${JSON.stringify(action.text)}`;
    case 'key':
      return `key ${action.key}`;
    case 'open_app':
      return `open ${action.app}`;
    default:
      return action.type;
  }
}
