import { join } from 'node:path';
import { POCKET_FOLDER } from '../../../src/benchmarks/pocket/pocket-benchmark.js';
import { dispersedStates } from '../../../src/builder/merge/dispersion.js';
import { actionKey } from '../../../src/builder/merge/outcomes-apart.js';
import type { Capture, WorldStep } from '../../../src/builder/material/material.js';
import { randomStream } from '../../../src/domain/random.js';
import { readGraphFile } from '../../../src/formats/graph/read-graph.js';
import type { ProofRow, ProofSize } from '../proof.js';
import { actionOf } from './noisy-pocket.js';

const PLANTED = 200;
/** Disjoint pairs that are planted at once. */
const A_ROUND = 40;
const LOOKS = 3;
/** How often each action is done. */
const TIMES = 3;
/** Part of the actions that lead elsewhere by chance. */
const STRAY = 0.01;
const LEAST_FOUND = 0.95;
const MOST_ALARMS = 0.02;

/**
 * Takes two states of one activity for one, over and over, and looks whether the dispersion of what their common actions lead to shows it. Pairs
 * with no action in common that leads to different states are not planted: nothing tells them apart.
 */
export async function provePlantedMerges(size: ProofSize, seed: number): Promise<readonly ProofRow[]> {
  const random = randomStream('planted', seed);
  const { nodes, screenSize } = await readGraphFile(join(POCKET_FOLDER, 'graph.json'));
  const indexOf = new Map(nodes.map(({ id }, index) => [id, index]));
  const outcomes = nodes.map(({ edges = [] }) => {
    const found = new Map<string, number>();
    for (const { to, actions } of edges) {
      for (const one of actions) {
        const action = actionOf(one);
        const key = action === null ? null : actionKey(action, screenSize);
        if (key !== null && !found.has(key)) found.set(key, indexOf.get(to) ?? 0);
      }
    }
    return found;
  });
  const activityOf = (index: number): string => {
    const activity = nodes[index]?.screens?.[0]?.activity;
    return `${activity?.package ?? ''} ${activity?.activity ?? ''}`;
  };
  const tellable: (readonly [number, number])[] = [];
  for (const [a, ofA] of outcomes.entries()) {
    for (let b = a + 1; b < nodes.length; b += 1) {
      if (activityOf(a) !== activityOf(b)) continue;
      const differs = [...ofA].some(([key, to]) => {
        const other = outcomes[b]?.get(key);
        // Where both only lead to each other, they would stay.
        return other !== undefined && other !== to && !(to === b && other === a);
      });
      if (differs) tellable.push([a, b]);
    }
  }
  const captures = nodes.flatMap(() =>
    Array.from({ length: LOOKS }, (): Capture => ({ ...NOTHING, size: screenSize })),
  );
  const rounds = size === 'small' ? 1 : PLANTED / A_ROUND;
  let [planted, found, alarms, innocent] = [0, 0, 0, 0];
  for (let round = 0; round < rounds; round += 1) {
    const steps: WorldStep[] = [];
    for (const [index, { edges = [] }] of nodes.entries()) {
      for (const { to, actions } of edges) {
        for (const action of actions.flatMap((one) => actionOf(one) ?? [])) {
          for (let time = 0; time < TIMES; time += 1) {
            const target = random.next() < STRAY ? random.below(nodes.length) : (indexOf.get(to) ?? 0);
            steps.push({
              from: index * LOOKS + random.below(LOOKS),
              to: target * LOOKS + random.below(LOOKS),
              actions: [action],
            });
          }
        }
      }
    }
    const used = new Set<number>();
    const states = captures.map((_, capture) => Math.floor(capture / LOOKS));
    const wrong = new Set<number>();
    for (let tries = 0; wrong.size < A_ROUND && tries < 100_000; tries += 1) {
      const [a, b] = tellable[random.below(tellable.length)] ?? [0, 0];
      if (a === b || used.has(a) || used.has(b)) continue;
      used.add(a).add(b);
      wrong.add(a);
      for (let look = 0; look < LOOKS; look += 1) states[b * LOOKS + look] = a;
    }
    const of = captures.map((_, capture) => capture);
    const dispersed = new Set(dispersedStates({ steps, captures }, { of }, states).map(({ state }) => state));
    planted += wrong.size;
    found += [...wrong].filter((state) => dispersed.has(state)).length;
    alarms += [...dispersed].filter((state) => !wrong.has(state)).length;
    innocent += new Set(states).size - wrong.size;
  }
  const [share, alarmShare] = [found / planted, alarms / innocent];
  if (share < LEAST_FOUND) throw new Error(`seed ${seed}: ${found} of ${planted} wrong merges were found`);
  if (alarmShare > MOST_ALARMS)
    throw new Error(`seed ${seed}: ${alarms} of ${innocent} states are false alarms`);
  return [
    { figure: 'planted wrong merges found', value: `${found} of ${planted}`, expected: '≥ 95 %' },
    { figure: 'false alarms', value: `${alarms} of ${innocent} states`, expected: '≤ 2 %' },
  ];
}

const NOTHING = {
  size: null,
  activity: null,
  picture: null,
  hierarchy: null,
  pictureContent: null,
  hierarchyContent: null,
} as const;
