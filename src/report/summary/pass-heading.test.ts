import { expect, it } from 'vitest';
import { passHeading } from './pass-heading.js';

function run(passRepeats: number, inDimensions = false): Parameters<typeof passHeading>[0][number] {
  return { summary: { passRepeats }, inDimensions } as Parameters<typeof passHeading>[0][number];
}

it('names the k that all repeated runs share, else has each say its own', () => {
  expect(passHeading([run(1), run(5, true)])).toBeNull();
  const [three, nine] = [run(3), run(9)];
  const same = passHeading([three, run(3), run(1)]);
  expect([same?.k, same?.suffixOf(three)]).toEqual(['3', '']);
  const different = passHeading([three, nine, run(1)]);
  expect([different?.k, different?.suffixOf(nine), different?.suffixOf(run(1))]).toEqual(['k', ' (k 9)', '']);
});
