import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import type { Action } from '../../domain/action.js';
import type { Observation } from '../../domain/screen.js';
import type {
  Environment,
  EnvironmentSnapshot,
  EpisodeStart,
  StepResult,
} from '../../environments/environment.js';
import type { ContractCase } from './agent-contract.js';

export interface EnvironmentContractOptions {
  /** A fresh environment, configured alike every time. */
  open(): Promise<Environment>;
  /** An episode that exists there. */
  readonly start: EpisodeStart;
  /** What to do in it; none ends the episode but perhaps the last. */
  readonly actions: readonly Action[];
}

/** What every environment promises: looking changes nothing, episodes repeat, snapshots lead back, and it closes well. */
export function environmentContract(options: EnvironmentContractOptions): readonly ContractCase[] {
  return [
    ...episodeCases(options),
    ...guardCases(options),
    { name: 'gives the same episode for the same seed, where it says so', run: () => sameSeed(options) },
    { name: 'goes on from a snapshot as it would have, where it has them', run: () => snapshots(options) },
  ];
}

const { signal } = new AbortController();

async function withEnvironment<T>(
  options: EnvironmentContractOptions,
  work: (environment: Environment) => Promise<T>,
): Promise<T> {
  await using environment = await options.open();
  return await work(environment);
}

function episodeCases(options: EnvironmentContractOptions): readonly ContractCase[] {
  const { start, actions } = options;
  return [
    {
      name: 'shows the same screen when looked at twice',
      run: () =>
        withEnvironment(options, async (environment) => {
          const first = await environment.reset(start, { signal });
          if (!environment.capabilities.stable) return;
          deepStrictEqual(named(await environment.observe({ signal })), named(first));
          for (const action of actions) {
            const result = await environment.step(action, { signal });
            if (result.type === 'ended') break;
            deepStrictEqual(named(await environment.observe({ signal })), named(result.observation));
            deepStrictEqual(named(await environment.observe({ signal })), named(result.observation));
          }
        }),
    },
    {
      name: 'names the state it is in, which is where the last step led',
      run: () =>
        withEnvironment(options, async (environment) => {
          await environment.reset(start, { signal });
          for (const action of actions) {
            const result = await environment.step(action, { signal });
            if (result.type === 'ended') strictEqual(result.transition.next, null);
            else strictEqual(environment.state, result.transition.next);
            if (result.type === 'ended') break;
          }
        }),
    },
    {
      name: 'starts over with every reset, independent of what happened before',
      run: () =>
        withEnvironment(options, async (environment) => {
          if (!environment.capabilities.deterministic) return;
          const first = await play(environment, options);
          deepStrictEqual(await play(environment, options), first);
        }),
    },
  ];
}

/** What it refuses, what it may be asked, and how it closes. */
function guardCases(options: EnvironmentContractOptions): readonly ContractCase[] {
  const { start, actions } = options;
  return [
    {
      name: 'rejects a task that it does not know, and goes on working',
      run: () =>
        withEnvironment(options, async (environment) => {
          const unknown = { ...start, task: `no such task as ${start.task}` };
          const failed = await environment.reset(unknown, { signal }).then(
            () => false,
            () => true,
          );
          ok(failed, 'reset accepted an unknown task');
          await environment.reset(start, { signal });
        }),
    },
    {
      name: 'obeys the signal',
      run: () =>
        withEnvironment(options, async (environment) => {
          await environment.reset(start, { signal });
          const state = environment.state;
          const stopped = AbortSignal.abort(new Error('stopped'));
          const [action] = actions;
          ok(action !== undefined, 'the contract needs an action');
          const error: unknown = await environment
            .step(action, { signal: stopped })
            .catch((thrown: unknown) => thrown);
          strictEqual(error, stopped.reason);
          strictEqual(environment.state, state);
        }),
    },
    {
      name: 'tells whether it responds to an action without doing it, where it can tell',
      run: async () => {
        let answers = 0;
        const asked = await withEnvironment(options, (environment) =>
          play(environment, options, () => {
            if (environment.hasTransition === undefined) return;
            for (const action of actions) {
              const answer = environment.hasTransition(action);
              strictEqual(typeof answer, 'boolean');
              strictEqual(environment.hasTransition(action), answer);
              answers += 1;
            }
          }),
        );
        await withEnvironment(options, async (environment) => {
          if (!environment.capabilities.deterministic || environment.hasTransition === undefined) return;
          ok(answers > 0, 'nothing was asked');
          deepStrictEqual(asked, await play(environment, options));
        });
      },
    },
    {
      name: 'may be disposed of twice, before an episode too',
      run: async () => {
        const environment = await options.open();
        await environment[Symbol.asyncDispose]();
        await environment[Symbol.asyncDispose]();
        const used = await options.open();
        await used.reset(start, { signal });
        await used[Symbol.asyncDispose]();
        await used[Symbol.asyncDispose]();
      },
    },
  ];
}

async function sameSeed(options: EnvironmentContractOptions): Promise<void> {
  await using first = await options.open();
  if (!first.capabilities.deterministic) return;
  await using second = await options.open();
  deepStrictEqual(await play(second, options), await play(first, options));
}

async function snapshots(options: EnvironmentContractOptions): Promise<void> {
  const { start, actions } = options;
  await using environment = await options.open();
  if (!environment.capabilities.snapshot) return;
  ok(
    environment.snapshot !== undefined && environment.restore !== undefined,
    'snapshot and restore are missing',
  );
  const snapshots: EnvironmentSnapshot[] = [];
  const seen: unknown[] = [named(await environment.reset(start, { signal }))];
  const results: unknown[] = [];
  for (const action of actions) {
    // What is open decides it where apps are live.
    if (!environment.capabilities.snapshot) return;
    snapshots.push(environment.snapshot());
    const result = await environment.step(action, { signal });
    results.push(described(result));
    if (result.type === 'ended') break;
    seen.push(named(result.observation));
  }
  for (const [index, snapshot] of snapshots.entries()) {
    // A snapshot is plain JSON, and fits an environment that has never seen the episode.
    const stored = JSON.parse(JSON.stringify(snapshot)) as EnvironmentSnapshot;
    deepStrictEqual(stored, snapshot);
    await using other = await options.open();
    deepStrictEqual(named((await other.restore?.(stored, { signal })) ?? null), seen[index]);
    for (const [later, action] of actions.slice(index, results.length).entries()) {
      deepStrictEqual(described(await other.step(action, { signal })), results[index + later]);
    }
  }
}

/** Everything an episode shows, in comparable form. */
async function play(
  environment: Environment,
  { start, actions }: EnvironmentContractOptions,
  beforeStep: () => void = () => {},
): Promise<unknown[]> {
  const seen: unknown[] = [named(await environment.reset(start, { signal })), environment.state];
  for (const action of actions) {
    beforeStep();
    const result = await environment.step(action, { signal });
    seen.push(described(result), environment.state);
    if (result.type === 'ended') break;
  }
  return seen;
}

function described(result: StepResult): unknown {
  if (result.type === 'ended') return result;
  return { ...result, observation: named(result.observation) };
}

/** What can be compared of an observation without loading anything. */
function named(observation: Observation | null): unknown {
  if (observation === null) return null;
  const { id, size, activity, picture, hierarchy } = observation.screen;
  return { id, size, activity, picture: picture !== null, hierarchy: hierarchy !== null };
}
