/*
 * Every so-manieth random world in a process of its own: proved, tried, and told in a line on stdout for each.
 */
import { compareSeed } from './compare-seed.js';

const [first = 0, step = 1, end = 0] = process.argv.slice(2).map(Number);
for (let seed = first; seed < end; seed += step) {
  process.stdout.write(`${JSON.stringify(await compareSeed(seed))}\n`);
}
