import { expect, it } from 'vitest';
import type { Action } from '../../../domain/action.js';
import type { Observation } from '../../../domain/screen.js';
import type { Environment, StepResult } from '../../../environments/environment.js';
import type { SurveyEvent } from '../../../formats/survey/survey-event.js';
import type { Ask } from '../../../models/asking/model-question.js';
import type { ExplorationRecord } from '../explore-options.js';
import { explorePublished } from './explore-published.js';

/** A phone whose picture says how often it was touched since it was brought up. */
class CountingPhone implements Environment {
  readonly capabilities = {
    snapshot: false,
    pictures: true,
    hierarchy: false,
    activity: false,
    deterministic: true,
    stable: true,
  };
  readonly state = null;
  #touches = 0;

  async reset(): Promise<Observation> {
    this.#touches = 0;
    return await this.observe();
  }

  async step(action: Action): Promise<StepResult> {
    this.#touches += 1;
    const transition = { rule: action.type, next: null };
    return { type: 'observed', observation: await this.observe(), transition };
  }

  async observe(): Promise<Observation> {
    const bytes = Buffer.from(String(this.#touches));
    const picture = { mediaType: 'image/png', load: async () => bytes };
    const size = { width: 100, height: 200 };
    return { screen: { id: 'x', size, activity: null, picture, hierarchy: null } };
  }

  async [Symbol.asyncDispose](): Promise<void> {}
}

const CLICK =
  '<tool_call>\n{"name": "mobile_use", "arguments": {"action": "click", "coordinate": [5, 5]}}\n</tool_call>';
const DONE = CLICK.replace('click', 'terminate');
const LISTED =
  '{"clickable_elements": [{"element_name": "A", "coordinates": [1, 2]}, {"element_name": "B", "coordinates": [3, 4]}]}';

/** Explores up to a number of steps, after what earlier sessions wrote. */
async function session(maxSteps: number, earlier: readonly SurveyEvent[]) {
  const events: SurveyEvent[] = [...earlier];
  const asked: string[] = [];
  const paths: string[] = [];
  let captures = events.filter(({ type }) => type === 'capture').length;
  const record: ExplorationRecord = {
    async capture({ size, activity }) {
      const capture = captures;
      captures += 1;
      events.push({ type: 'capture', at: '', capture, size, activity, picture: null, hierarchy: null });
      return { capture };
    },
    append: (event) => events.push({ ...event, at: '' }),
    commit: async () => undefined,
  };
  // The operator touches once and is done.
  const ask: Ask = async ({ role, purpose, read }) => {
    asked.push(purpose);
    const text = role === 'lister' ? LISTED : purpose.startsWith('step 1') ? CLICK : DONE;
    const reading = read(text);
    if (reading.type !== 'value') throw reading.error;
    return { type: 'value', value: reading.value, text, unreadable: 0 };
  };
  const end = await explorePublished({
    environment: new CountingPhone(),
    start: { task: 'x', repeat: 0, seed: 1 },
    record,
    ask,
    app: 'Shop',
    maxDepth: 2,
    earlier,
    maxSteps,
    save: async ({ path }) => void paths.push(path.join(' ')),
    signal: new AbortController().signal,
  });
  return { end, events, asked, paths };
}

it('goes on after the last path that was completed, as if it had never stopped', async () => {
  const whole = await session(100, []);
  expect(whole.end).toBe('complete');
  // The app, both of its elements, and the first path of the greatest depth, which ends it all.
  expect(whole.paths).toHaveLength(4);
  const first = await session(3, []);
  expect([first.end, first.paths.length]).toEqual(['steps', 2]);
  const second = await session(100, first.events);
  expect(second.end).toBe('complete');
  expect([...first.paths, ...second.paths]).toEqual(whole.paths);
  const before = new Set(
    whole.asked.slice(
      0,
      whole.asked.findIndex((one) => one.endsWith('B')),
    ),
  );
  expect(second.asked.filter((one) => before.has(one))).toEqual([]);
});
