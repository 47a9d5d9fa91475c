import { DIALECTS } from '../src/registry/dialects.js';
import type { DialectFamily } from '../src/models/dialects/define-dialect.js';
import type { ParseContext } from '../src/models/dialects/dialect.js';
import { resizedSize } from '../src/domain/coordinates/resize-rule.js';
import { spokenActions } from '../src/testing/models/spoken-actions.js';
import type { BenchRow } from './bench-row.js';

const SCREEN = { width: 1080, height: 2400 };
const TARGET = 100_000;
const ROUNDS = 5;
/** Long enough that the clock of processor time, which ticks in milliseconds on some systems, hardly counts. */
const LEAST_MS = 100;
const SAID = {
  thought:
    'The search field is at the top of the screen and empty. To find the shop I first have to tap it; then the keyboard comes up and I can type its name.',
  summary: 'Tap the search field at the top of the screen.',
};

/** Answers that one core reads per second, by family: one answer of each kind that the family can express. */
export async function run(): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const family of DIALECTS.values()) {
    const perSecond = answersPerSecond(family);
    rows.push({
      name: `answers of ${family.family}, read`,
      value: Math.round(perSecond),
      unit: 'answers/s per core',
      target: `at least ${TARGET}`,
      ratio: `${(perSecond / TARGET).toFixed(1)} x target`,
    });
    // Others may run between two families.
    await Promise.resolve();
  }
  return rows;
}

function answersPerSecond(family: DialectFamily): number {
  const dialect = family.create();
  const { resize } = dialect.observation.picture;
  const sent = resize === null ? null : resizedSize(SCREEN, resize);
  const context: ParseContext = {
    profile: 'tolerant',
    screen: SCREEN,
    sent: sent?.type === 'size' ? sent.size : SCREEN,
    elements: { base: 0, count: 30 },
    grid: { rows: 8, columns: 4 },
  };
  const answers = spokenActions(dialect, context)
    .map((action) => dialect.printAnswer(action, SAID, context))
    .filter((answer) => answer !== null);
  const read = (times: number): void => {
    for (let time = 0; time < times; time += 1) for (const answer of answers) dialect.parse(answer, context);
  };
  read(200);
  let best = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    let count = 0;
    const startedAt = process.cpuUsage();
    let tookMs = 0;
    while (tookMs < LEAST_MS) {
      read(20);
      count += 20 * answers.length;
      const { user, system } = process.cpuUsage(startedAt);
      tookMs = (user + system) / 1000;
    }
    best = Math.max(best, (count * 1000) / tookMs);
  }
  return best;
}
