import type { ProofRow, ProofSize } from '../proof.js';
import { alignEpisodes, type EpisodeAlignment } from '../../../src/metrics/alignment/align-episodes.js';
import { randomStream } from '../../../src/domain/random.js';
import { PLANT_KINDS, plantDivergence, type PlantedDivergence } from './planted-divergence.js';
import { readPocketScreens, type PocketScreen } from './pocket-screens.js';

const COUNTS: Readonly<Record<ProofSize, number>> = { small: 28, whole: 500 };
/** What the walks and plants of the whole proof are drawn from; TOUCHSTONE_PROOF_SEED names others, with commas between. */
const SEEDS = ['whole', 'fresh-1', 'fresh-2', 'fresh-3'];
const LEAST_FOUND = 0.98;
/** What is known of screens: the names of their states, their pixels alone, or the one of some runs and the other of others. */
const SIGHTS = ['states', 'pictures', 'mixed'] as const;

/** Divergences planted in two to eight runs over Pocket's screens are found at the right screen, and called what they are. */
export async function proveAlignment(
  size: ProofSize,
  note: (text: string) => void,
): Promise<readonly ProofRow[]> {
  const screens = await readPocketScreens(size === 'small' ? 12 : 1);
  const seeds = size === 'small' ? ['small'] : (process.env['TOUCHSTONE_PROOF_SEED']?.split(',') ?? SEEDS);
  return seeds.flatMap((seed) => proveWith(seed, screens, COUNTS[size], note));
}

function proveWith(
  seed: string,
  screens: readonly PocketScreen[],
  count: number,
  note: (text: string) => void,
): readonly ProofRow[] {
  const found = new Map<string, { all: number; right: number }>();
  let right = 0;
  const missed: string[] = [];
  for (let number = 0; number < count; number += 1) {
    const kind = PLANT_KINDS[number % PLANT_KINDS.length] ?? 'insertion';
    const sight = SIGHTS[Math.floor(number / PLANT_KINDS.length) % SIGHTS.length] ?? 'states';
    const random = randomStream('planted-divergence', seed, number);
    const planted = plantDivergence(screens, { kind, sight, runs: 2 + (number % 7) }, random);
    const isRight = isFound(alignEpisodes(planted.runs), planted);
    if (isRight) right += 1;
    else missed.push(`number ${number} (${kind}, ${sight}, ${planted.runs.length} runs)`);
    for (const name of [kind, sight]) {
      const row = found.get(name) ?? { all: 0, right: 0 };
      found.set(name, { all: row.all + 1, right: row.right + (isRight ? 1 : 0) });
    }
    if (number % 50 === 49) note(`${number + 1} of ${count} planted divergences of seed ${seed}`);
  }
  if (right < LEAST_FOUND * count) {
    throw new Error(
      `${right} of ${count} planted divergences of seed ${seed} are found; missed: ${missed.join('; ')}`,
    );
  }
  return [
    {
      figure: `planted divergences found at their screen, seed ${seed}`,
      value: `${right} of ${count}`,
      expected: '≥ 98 %',
    },
    ...[...found].map(([name, row]) => ({
      figure: `of seed ${seed}: ${name}`,
      value: `${row.right} of ${row.all}`,
      expected: '',
    })),
  ];
}

/** Whether it is at the right screen of every run, and has its name. */
function isFound(
  { columns, divergence, differences }: EpisodeAlignment,
  planted: PlantedDivergence,
): boolean {
  const { kind, run, step, length, runs } = planted;
  const column = columns[step];
  if (column === undefined || column.length !== runs.length || column.some((place) => place !== step))
    return false;
  if (kind === 'changed') {
    return (
      divergence === null &&
      differences.some((one) => one.kind === 'changed' && one.from === step && isOf(one.runs, planted))
    );
  }
  if (divergence?.column !== step) return false;
  const [from, to] = [step + 1, step + length];
  return differences.some(
    (one) => one.kind === kind && one.from === from && one.to === to && one.runs.includes(run),
  );
}

/** The run itself, or all others where it is what they are compared with. */
function isOf(named: readonly number[], { run, runs }: PlantedDivergence): boolean {
  return run === 0 ? named.length === runs.length - 1 : named.length === 1 && named[0] === run;
}
