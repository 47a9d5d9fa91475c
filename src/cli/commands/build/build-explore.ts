import { relative } from 'node:path';
import type { Command } from 'commander';
import { exploreApp, type ExploredApp } from '../../../app/build/explore-app.js';
import { loadSettings } from '../../../app/settings/load-settings.js';
import type { SettingKey } from '../../../app/settings/setting.js';
import type { ExplorationProgress } from '../../../builder/explore/explore-options.js';
import { wholeNumber } from '../../../domain/text/parse-option.js';
import { plural } from '../../../domain/text/plural.js';
import { quoteWord } from '../../../domain/text/quote-word.js';
import { addSettings } from '../../add-settings.js';
import { JUDGE_SETTINGS, textOf } from '../../choices/judge-choice.js';
import { phoneChoice } from '../../choices/phone-choice.js';
import { STAGE_WORDS, stageMode } from '../../choices/stage-choice.js';
import type { CommandContext } from '../../command-context.js';
import { introduce } from '../../introduce.js';
import { formatDuration } from '../../output/format-duration.js';

const KEYS = [
  'data',
  'env',
  'devices',
  'adbPort',
  'forbid',
  'seed',
  'roleProfiles',
  ...JUDGE_SETTINGS,
] as const satisfies readonly SettingKey[];

const MOST_STEPS = 2_000;
const MOST_SECONDS = 3_600;
/** Redraws of the live line, and lines where nobody watches. */
const REDRAW_MS = 200;
const QUIET_MS = 30_000;

/** `touchstone build explore`: gets to know an app by trying it out, and keeps all its screens. */
export function addBuildExploreCommand(build: Command, context: CommandContext): void {
  addSettings(
    introduce(
      build.command('explore'),
      'Explore an app without a person: every screen and every step goes into a survey, which becomes a world.',
      [
        'touchstone build explore --url http://localhost:8080/ --out survey',
        'touchstone build explore --device emulator-5554 --app Clock --out survey --model NAME',
        'touchstone build explore ./my-world --env chromium --out survey --max-steps 500 --no-model',
        'touchstone build explore ./my-world --env chromium --out survey --at misses.jsonl',
      ],
    ),
    KEYS,
    { words: STAGE_WORDS },
  )
    .argument('[world]', 'name of a benchmark, or folder of a world; left out with --url and --device')
    .requiredOption('--out <folder>', 'folder of the survey; one that is there is gone on with')
    .option('--task <id>', "task whose phone is explored (default: the benchmark's first)")
    .option('--url <address>', 'web app to explore on a live phone')
    .option('--app <name>', 'app that is opened and stayed in (default: the one in front)')
    .option('--mode <mode>', 'corrected or reference (default: corrected)')
    .option('--max-steps <n>', `steps of all sessions (default: ${MOST_STEPS})`)
    .option('--max-seconds <s>', `seconds of this session (default: ${MOST_SECONDS})`)
    .option('--no-model', 'ask no model, even where one is named')
    .option('--at <file>', 'try these misses of a world in place of exploring: JSON Lines')
    .option('--config <file>', 'configuration file (default: touchstone.config.json when there is one)')
    .option('--json', 'print one JSON document, with the coverage by steps')
    .action((world: string | undefined, options: Record<string, unknown>) =>
      explore(world, options, context),
    );
}

async function explore(
  world: string | undefined,
  options: Readonly<Record<string, unknown>>,
  context: CommandContext,
): Promise<void> {
  const { task, url, app, mode, maxSteps, maxSeconds, model, at, ...others } = options;
  const settings = typeof model === 'string' ? { ...others, model } : others;
  const { values } = await loadSettings(settings, context, ['plugins']);
  const { workingDirectory, environment, interrupted: signal, stdout } = context;
  context.sayOnInterrupt('what was seen so far is in the survey; explore again to go on');
  const line = progressLine(context);
  const explored = await exploreApp(values, {
    phone: phoneChoice(world, { task, url, devices: values.devices }, 'explored'),
    out: String(options['out']),
    app: textOf(app),
    mode: stageMode({ mode }),
    maxSteps: maxSteps === undefined ? MOST_STEPS : wholeNumber(maxSteps, '--max-steps'),
    maxSeconds: maxSeconds === undefined ? MOST_SECONDS : wholeNumber(maxSeconds, '--max-seconds'),
    usesModel: model !== false,
    at: textOf(at),
    workingDirectory,
    environment,
    signal,
    onProgress: line.show,
  }).finally(line.end);
  if (options['json'] === true) {
    stdout.write(`${JSON.stringify({ formatVersion: 1, ...explored }, null, 2)}\n`);
    return;
  }
  stdout.write(`${sentence(explored)}\n`);
  const folder = quoteWord(relative(workingDirectory, explored.survey) || '.');
  context.stderr.write(`\nNext: touchstone build merge ${folder} --out world\n`);
}

const ENDS: Readonly<Record<ExploredApp['end'], string>> = {
  'nothing-new': 'nothing new comes any more',
  steps: 'the steps are spent',
  seconds: 'the time is up',
  complete: 'all was tried',
};

function sentence({ end, notes, cost, filled, ...progress }: ExploredApp): string {
  const noted = Object.entries(notes).map(([kind, count]) => `${kind} ${count}`);
  return [
    `${countsOf(progress)}; ${ENDS[end]}.`,
    ...(filled === undefined
      ? []
      : [`${plural(filled.tried, 'miss', 'misses')} tried, ${filled.left} could not be reached.`]),
    ...(noted.length === 0 ? [] : [`Notes: ${noted.join(', ')}.`]),
    ...(cost.calls === 0 ? [] : [`${plural(cost.calls, 'question')} to the model.`]),
  ].join('\n');
}

function countsOf({ steps, screens, elements, activities }: ExplorationProgress): string {
  return [
    plural(steps, 'step'),
    plural(screens, 'screen'),
    `${elements.tried} of ${plural(elements.known, 'element')} tried`,
    plural(activities, 'activity', 'activities'),
  ].join(', ');
}

/** A line on stderr that is drawn again, or repeated now and then where nobody watches. */
function progressLine({ stderr, environment }: Pick<CommandContext, 'stderr' | 'environment'>): {
  readonly show: (progress: ExplorationProgress) => void;
  readonly end: () => void;
} {
  const isLive = stderr.isTTY === true && environment['CI'] === undefined;
  const startedAt = performance.now();
  let saidAt = startedAt;
  return {
    show: (progress) => {
      const now = performance.now();
      if (now - saidAt < (isLive ? REDRAW_MS : QUIET_MS)) return;
      saidAt = now;
      const text = `${countsOf(progress)}, ${formatDuration(now - startedAt)}`;
      stderr.write(isLive ? `\r\u001B[K${text}` : `${text}\n`);
    },
    end: () => {
      if (isLive) stderr.write('\r\u001B[K');
    },
  };
}
