import { randomStream } from '../src/domain/random.js';
import { decodeCommand } from '../src/benchmarks/guiodyssey/decode-command.js';
import { matchOdysseyStep } from '../src/benchmarks/guiodyssey/match/match-odyssey-step.js';
import { ODYSSEY_CATEGORIES, OdysseyTally } from '../src/benchmarks/guiodyssey/match/odyssey-tally.js';
import type { BenchRow } from './bench-row.js';

/** Steps and episodes of the published dataset. */
const STEPS = 127_518;
const EPISODES = 8_334;
const ROUNDS = 5;
const TEXTS = ['running shoes', 'best pizza near me', '10:30 am', '附近的咖啡馆', 'https://example.org/a'];

interface Record {
  readonly episode: string;
  readonly category: string;
  readonly stepLength: number;
  readonly gt: string;
  readonly pred: string;
  readonly box: readonly number[];
}

/** Judging every step of the dataset and summing it, both modes, records already in memory. */
export async function run(): Promise<BenchRow[]> {
  const records = makeRecords();
  const rows: BenchRow[] = [];
  for (const mode of ['reference', 'corrected'] as const) {
    for (const aggregation of ['pooled', 'category_mean'] as const) {
      const times: number[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        const startedAt = performance.now();
        const tally = new OdysseyTally(mode);
        for (const { episode, category, stepLength, gt, pred, box } of records) {
          const expected = decodeCommand(gt);
          if (expected === null) throw new Error(`no command: ${gt}`);
          tally.add({ episode, category, stepLength, verdict: matchOdysseyStep(expected, pred, box, mode) });
        }
        tally.result(aggregation);
        times.push((performance.now() - startedAt) / 1000);
      }
      rows.push({
        name: `decode, match and sum ${STEPS} steps, ${mode}, ${aggregation}`,
        value: times.toSorted((a, b) => a - b)[ROUNDS >> 1] ?? Number.NaN,
        unit: 's',
        target: '<= 0.16 s',
      });
    }
  }
  return rows;
}

function makeRecords(): Record[] {
  const random = randomStream('guiodyssey bench');
  const whole = (limit: number): number => Math.floor(random.next() * limit);
  return Array.from({ length: STEPS }, (_, index): Record => {
    const episode = Math.floor((index * EPISODES) / STEPS);
    const [x, y] = [whole(1001), whole(1001)];
    const kind = random.next();
    const text = TEXTS[whole(TEXTS.length)] ?? '';
    const gt =
      kind < 0.65
        ? `CLICK: (${x}, ${y})`
        : kind < 0.8
          ? 'SCROLL: UP'
          : kind < 0.9
            ? `TYPE: ${text}`
            : 'PRESS_HOME';
    const isClick = gt.startsWith('CLICK');
    const isNear = random.next() < 0.8;
    const pred = isClick
      ? `CLICK: (${isNear ? x : whole(1001)}, ${isNear ? y + 3 : whole(1001)})`
      : isNear
        ? gt
        : `TYPE: ${text}s and more`;
    const first = Math.ceil((episode * STEPS) / EPISODES);
    const next = Math.ceil(((episode + 1) * STEPS) / EPISODES);
    return {
      episode: String(episode).padStart(16, '0'),
      category: ODYSSEY_CATEGORIES[episode % ODYSSEY_CATEGORIES.length] ?? '',
      stepLength: next - first,
      gt,
      pred,
      box: isClick ? [x - 30, y - 20, x + 30, y + 20] : [],
    };
  });
}
