import { correctedMerge } from '../../../src/builder/merge/corrected-merge.js';
import type { Material } from '../../../src/builder/material/material.js';
import { randomStream } from '../../../src/domain/random.js';
import type { ProofRow, ProofSize } from '../proof.js';
import { erringMatcher } from './erring-matcher.js';
import { noisyPocket } from './noisy-pocket.js';
import { pairwise } from './pairwise.js';

/** How often the stand-in model errs. */
const ERRORS = 0.1;
const MOST_ASKED = 0.05;

/** Merges noisy looks at Pocket's states, with and without hierarchies and with both, with a model that errs. */
export async function proveMergeF1(size: ProofSize, seed: number): Promise<readonly ProofRow[]> {
  const rows: ProofRow[] = [];
  for (const { name, pictures, without, least } of [
    { name: 'with hierarchies', pictures: false, without: 0, least: 0.98 },
    { name: 'with pictures alone', pictures: true, without: 1, least: 0.95 },
    { name: 'with hierarchies on half', pictures: true, without: 0.5, least: 0.95 },
  ]) {
    const nodes = size === 'small' ? (pictures ? 40 : 120) : Number.POSITIVE_INFINITY;
    const { material, truth, stateOfPicture } = await noisyPocket({
      looks: size === 'small' && pictures ? 3 : 4,
      pictures,
      seed,
      nodes,
      // Few states of an app: what passes there is learnt from each of them.
      idle: size === 'small' ? 1 : 0.5,
    });
    const merged = await correctedMerge(withoutHierarchies(material, without, seed), {
      ask: erringMatcher(stateOfPicture, { errors: ERRORS, seed }),
      picturesOnly: without === 1,
      signal: new AbortController().signal,
    });
    const { f1, precision, recall } = pairwise(merged.states, truth);
    const { asked, candidates, captures, states } = merged.counts;
    const share = asked / candidates;
    rows.push(
      { figure: `pairwise F1 ${name}`, value: round(f1), expected: `≥ ${least}` },
      { figure: `precision and recall ${name}`, value: `${round(precision)} ${round(recall)}`, expected: '' },
      {
        figure: `states of ${captures} captures ${name}`,
        value: states,
        expected: `${new Set(truth).size} true ones`,
      },
      { figure: `asked of ${candidates} candidate pairs ${name}`, value: asked, expected: '≤ 5 %' },
    );
    if (f1 < least) throw new Error(`seed ${seed}: pairwise F1 ${name} is ${f1}`);
    if (share > MOST_ASKED) throw new Error(`seed ${seed}: the model was asked about ${share} of the pairs`);
  }
  return rows;
}

/** A part of the captures loses its hierarchies. */
function withoutHierarchies(material: Material, share: number, seed: number): Material {
  const random = randomStream('without hierarchies', seed);
  const captures = material.captures.map((capture) =>
    random.next() < share ? { ...capture, hierarchy: null, hierarchyContent: null } : capture,
  );
  return { ...material, captures };
}

function round(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
