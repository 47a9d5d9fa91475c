import { expect, it } from 'vitest';
import type { Mode } from '../../domain/mode.js';
import { compareWithBruteForce } from './compare-prover.js';
import { randomTask } from './random-task.js';

// Seeds that `npm run accept prover` does not have: it has the first 2,000, and every test run the first 60 of them.
it.each<Mode>(['reference', 'corrected'])('proves what trying everything finds, in %s mode', async (mode) => {
  for (let seed = 5000; seed < 5010; seed += 1) {
    const { disagreements } = await compareWithBruteForce(randomTask(seed), mode);
    expect([seed, disagreements]).toEqual([seed, []]);
  }
});
