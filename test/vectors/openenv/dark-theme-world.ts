import type { Benchmark } from '../../../src/benchmarks/benchmark.js';
import type { Action } from '../../../src/domain/action.js';
import type { Screen } from '../../../src/domain/screen.js';
import { madeEnvironments } from '../../../src/environments/environment-provider.js';
import type { Environment } from '../../../src/environments/environment.js';

/** The made-up phone of the samples: three screens, a tap on each leads on, and the last has the dark theme. */
export function darkThemeWorld(pictures: readonly string[]): Benchmark {
  const screens = pictures.map((picture, place): Screen => ({
    id: `screen-${place}`,
    size: { width: 108, height: 240 },
    activity: { package: 'com.example.settings', activity: '.Main' },
    picture: { mediaType: 'image/png', load: async () => Buffer.from(picture, 'base64') },
    hierarchy: null,
  }));
  const task = {
    id: 'dark-theme',
    instructions: { en: 'Turn on the dark theme' },
    apps: [],
    tags: [],
    milestones: [],
    evaluators: [],
  };
  const last = `state-${screens.length - 1}`;
  return {
    name: 'samples',
    version: '1',
    mode: 'corrected',
    split: 'all',
    dataHash: '0'.repeat(64),
    warnings: [],
    items: {
      protocol: 'interactive',
      defaultMaxSteps: 10,
      async *list() {
        yield { id: task.id, task };
      },
      environments: madeEnvironments({ kind: 'samples' }, async () => phone(screens)),
    },
    scorer: {
      score: async (_item, { trajectory }, mode) => {
        const success = trajectory.steps.some(({ state }) => state === last);
        return { mode, scores: [], success, completion: success ? 1 : 0 };
      },
      tables: async () => [],
    },
    world: { screen: (id) => screens.find((screen) => screen.id === id) ?? null, graph: () => null },
    [Symbol.asyncDispose]: async () => undefined,
  };
}

function phone(screens: readonly Screen[]): Environment {
  let place = 0;
  const see = () => {
    const screen = screens[place];
    if (screen === undefined) throw new Error('the samples have no such screen');
    return { screen };
  };
  return {
    capabilities: {
      snapshot: false,
      deterministic: true,
      stable: true,
      pictures: true,
      hierarchy: false,
      activity: true,
    },
    get state() {
      return `state-${place}`;
    },
    reset: async () => {
      place = 0;
      return see();
    },
    observe: async () => see(),
    step: async (action: Action) => {
      if (action.type === 'tap') place = Math.min(place + 1, screens.length - 1);
      const transition = { rule: action.type === 'tap' ? 'edge' : 'stay', next: `state-${place}` };
      return { type: 'observed', observation: see(), transition };
    },
    [Symbol.asyncDispose]: async () => undefined,
  };
}
