import { ok } from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import type { ExplorationRecord } from '../../../src/builder/explore/explore-options.js';
import { Exploration } from '../../../src/builder/explore/explore.js';
import { FORBIDDEN_KINDS } from '../../../src/domain/task-fields/forbidden-kind.js';
import { ChromiumEnvironments } from '../../../src/environments/chromium/chromium-environments.js';
import type { Environment } from '../../../src/environments/environment.js';
import { POCKET_FOLDER } from '../../../src/benchmarks/pocket/pocket-benchmark.js';
import { readLive } from '../../../src/formats/live/read-live.js';
import type { Ask } from '../../../src/models/asking/model-question.js';
import { NO_CHROMIUM } from '../../fixtures/chromium.js';
import { openWatchedApp } from '../../fixtures/generated-app/watched-app.js';
import type { ProofRow, ProofSize } from '../proof.js';
import { pocketStates } from './pocket-reachable.js';

const MAX_STEPS = 2_000;
const LEAST = { pocket: 0.95, generated: 0.9 };
const GENERATED = { lists: 3, entries: 5, toggles: 3 };
const SMALL = { size: { lists: 1, entries: 3, toggles: 1 }, steps: 40, least: 0.4 };

/** What exploring sees of apps whose true states only this test knows, with a model that answers from what it is shown. */
export async function proveExplore(
  size: ProofSize,
  note: (text: string) => void,
): Promise<readonly ProofRow[]> {
  if (NO_CHROMIUM !== null) return [{ figure: 'explored', value: NO_CHROMIUM, expected: 'any share' }];
  const rows: ProofRow[] = [];
  const seeds = size === 'small' ? [1] : [randomInt(1e9), randomInt(1e9)];
  for (const seed of seeds) {
    await using app = await openWatchedApp(seed, size === 'small' ? SMALL.size : GENERATED);
    const explored = await explore(app.environment, {
      isWholePhone: false,
      maxSteps: size === 'small' ? SMALL.steps : MAX_STEPS,
      watch: app.watch,
      note: (steps) => note(`app of seed ${seed}: ${steps} steps`),
    });
    rows.push(
      ...rowsOf(`app of seed ${seed}`, app.states, app.seen, {
        ...explored,
        least: size === 'small' ? SMALL.least : LEAST.generated,
      }),
    );
    ok(app.violations.size === 0, `seed ${seed}: ${[...app.violations].join(', ')} was done`);
  }
  if (size === 'small') return rows;
  const { apps, home, screen } = await readLive(POCKET_FOLDER);
  await using environments = new ChromiumEnvironments({ apps, home, screen, startOf: () => ({ app: null }) });
  await using environment = await environments.lend(null, { signal: new AbortController().signal });
  const seen = new Set<string>();
  const explored = await explore(environment, {
    isWholePhone: true,
    maxSteps: MAX_STEPS,
    watch: async () => {
      if (environment.state !== null) seen.add(environment.state);
    },
    note: (steps) => note(`Pocket: ${steps} steps`),
  });
  const { reachable } = await pocketStates();
  rows.push(...rowsOf('Pocket', reachable, seen, { ...explored, least: LEAST.pocket }));
  return rows;
}

interface Explored {
  readonly steps: number;
  readonly questions: number;
  readonly ownMs: number;
}

function rowsOf(
  name: string,
  states: ReadonlySet<string>,
  seen: ReadonlySet<string>,
  { steps, questions, ownMs, least }: Explored & { readonly least: number },
): readonly ProofRow[] {
  const missing = [...states].filter((state) => !seen.has(state));
  const share = 1 - missing.length / states.size;
  ok(share >= least, `${name}: ${share.toFixed(3)} of the states, without ${missing.join(' ')}`);
  ok(questions * 20 <= steps, `${name}: ${questions} questions in ${steps} steps`);
  return [
    {
      figure: `${name}: share of ${states.size} states`,
      value: share.toFixed(3),
      expected: `at least ${least}`,
    },
    { figure: `${name}: steps, ways back included`, value: steps, expected: `at most ${MAX_STEPS}` },
    { figure: `${name}: questions to the model`, value: questions, expected: 'at most one in 20 steps' },
    { figure: `${name}: own milliseconds per step`, value: ownMs.toFixed(1), expected: 'below 30' },
  ];
}

async function explore(
  environment: Environment,
  options: {
    readonly isWholePhone: boolean;
    readonly maxSteps: number;
    readonly watch: () => Promise<void>;
    readonly note: (steps: number) => void;
  },
): Promise<Explored> {
  let captures = 0;
  const record: ExplorationRecord = {
    async capture() {
      await options.watch();
      captures += 1;
      return { capture: captures - 1 };
    },
    append: () => undefined,
    commit: async () => undefined,
  };
  const exploration = new Exploration({
    environment,
    start: { task: 'explore', repeat: 0, seed: 1 },
    record,
    forbid: new Set(FORBIDDEN_KINDS),
    app: null,
    isWholePhone: options.isWholePhone,
    ask: answerFromRequest,
    maxSteps: options.maxSteps,
    maxMs: Number.POSITIVE_INFINITY,
    signal: new AbortController().signal,
    onProgress: ({ steps }) => {
      if (steps % 50 < 2) options.note(steps);
    },
  });
  await exploration.run();
  const { questions } = exploration.progress;
  return { steps: exploration.steps, questions, ownMs: exploration.ownMsPerStep };
}

/** A stand-in for a model: names what the request shows. Fields are told by their words, and searched by what other screens showed. */
const answerFromRequest: Ask = async ({ request, read }) => {
  const text = request.messages.flatMap(({ content }) =>
    content.flatMap((part) => (part.type === 'text' ? [part.text] : [])),
  );
  const lines = text.join('\n').split('\n');
  const after = lines.indexOf('Texts that other screens of the app show:');
  const shown = after < 0 ? [] : (JSON.parse(lines[after + 1] ?? '[]') as string[]);
  const texts = lines.flatMap((line) => {
    const field = /^(\d+) \| (password )?field \| (.*) \|/.exec(line);
    if (field === null) return [];
    const element = Number(field[1]);
    if (field[2] !== undefined) return [{ element, text: 'correct-horse-7' }];
    if (/mail/i.test(field[3] ?? '')) return [{ element, text: 'sam@example.com' }];
    return /search|find/i.test(field[3] ?? '')
      ? shown.slice(0, 8).map((one) => ({ element, text: one }))
      : [];
  });
  const answer = JSON.stringify({ purpose: lines[1] ?? '', elements: [], texts });
  const reading = read(answer);
  if (reading.type !== 'value') throw new Error(reading.error.message);
  return { type: 'value', value: reading.value, text: answer, unreadable: 0 };
};
