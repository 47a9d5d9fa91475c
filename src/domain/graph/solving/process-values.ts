import { DONE, type TaskProcess } from './task-process.js';

/** Fewest steps after which a state is done whatever chance does; -1 where no number of steps is enough. */
export function stepsForSure(process: TaskProcess): Int32Array {
  const steps = new Int32Array(process.states).fill(-1);
  const reverse = reverseOf(process);
  // By choice, outcomes that are not yet sure.
  const left = Int32Array.from(reverse.owner, (_, choice) => sizeOf(process, choice));
  steps[DONE] = 0;
  const queue = [DONE];
  // A list visits what is added while it is walked through. Nearer states come first.
  for (const state of queue) {
    for (const choice of choicesInto(reverse, state)) {
      left[choice] = (left[choice] ?? 0) - 1;
      const owner = reverse.owner[choice] ?? DONE;
      if (left[choice] !== 0 || steps[owner] !== -1) continue;
      steps[owner] = (steps[state] ?? 0) + 1;
      queue.push(owner);
    }
  }
  return steps;
}

/** States from which the end is reached with probability 1, given any number of steps; 1 for yes. */
export function almostSureStates(process: TaskProcess): Uint8Array {
  const reverse = reverseOf(process);
  let kept = new Uint8Array(process.states).fill(1);
  for (;;) {
    const usable = Uint8Array.from(reverse.owner, (_, choice) =>
      everyOutcome(process, choice, (state) => kept[state] === 1) ? 1 : 0,
    );
    const reached = new Uint8Array(process.states);
    reached[DONE] = 1;
    const queue = [DONE];
    for (const state of queue) {
      for (const choice of choicesInto(reverse, state)) {
        const owner = reverse.owner[choice] ?? DONE;
        if (usable[choice] !== 1 || reached[owner] === 1 || kept[owner] !== 1) continue;
        reached[owner] = 1;
        queue.push(owner);
      }
    }
    if (reached.every((is, state) => is === kept[state])) return kept;
    kept = reached;
  }
}

/** Changes smaller than this end the search for the best chance. */
const SETTLED = 1e-13;
const MOST_SWEEPS = 20_000;

/** Best chance of an episode, given any number of steps. */
export function bestChance(process: TaskProcess): number {
  const sure = almostSureStates(process);
  const value = Float64Array.from(sure);
  for (let sweep = 0; sweep < MOST_SWEEPS; sweep += 1) {
    let change = 0;
    for (let state = process.states - 1; state > DONE; state -= 1) {
      if (sure[state] === 1) continue;
      const best = bestOf(process, state, value);
      change = Math.max(change, best - (value[state] ?? 0));
      value[state] = best;
    }
    if (change < SETTLED) break;
  }
  return expectation(process, value);
}

/** Best chance of an episode that may take so many steps. */
export function chanceWithin(process: TaskProcess, steps: number): number {
  let value = new Float64Array(process.states);
  value[DONE] = 1;
  for (let step = 0; step < steps; step += 1) {
    const after = new Float64Array(process.states);
    after[DONE] = 1;
    for (let state = DONE + 1; state < process.states; state += 1)
      after[state] = bestOf(process, state, value);
    value = after;
  }
  return expectation(process, value);
}

/** Mean of the values over where an episode begins. */
function expectation({ begins }: TaskProcess, value: Float64Array): number {
  return begins.reduce((sum, { state, chance }) => sum + chance * (value[state] ?? 0), 0);
}

function bestOf(
  { choices, outcomes, next, chance }: TaskProcess,
  state: number,
  value: Float64Array,
): number {
  let best = 0;
  const last = choices[state + 1] ?? 0;
  for (let choice = choices[state] ?? 0; choice < last; choice += 1) {
    let sum = 0;
    const end = outcomes[choice + 1] ?? 0;
    for (let outcome = outcomes[choice] ?? 0; outcome < end; outcome += 1) {
      sum += (chance[outcome] ?? 0) * (value[next[outcome] ?? 0] ?? 0);
    }
    if (sum > best) best = sum;
  }
  return best;
}

/** By state, the choices that may lead there. */
interface Reverse {
  readonly starts: Int32Array;
  readonly choices: Int32Array;
  /** By choice, the state it is had at. */
  readonly owner: Int32Array;
}

function reverseOf({ states, choices, outcomes, next }: TaskProcess): Reverse {
  const owner = new Int32Array(outcomes.length - 1);
  for (let state = 0; state < states; state += 1) owner.fill(state, choices[state], choices[state + 1]);
  const starts = new Int32Array(states + 1);
  for (const state of next) starts[state + 1] = (starts[state + 1] ?? 0) + 1;
  for (let state = 0; state < states; state += 1) {
    starts[state + 1] = (starts[state + 1] ?? 0) + (starts[state] ?? 0);
  }
  const filled = starts.slice();
  const into = new Int32Array(next.length);
  for (let choice = 0; choice < owner.length; choice += 1) {
    for (let outcome = outcomes[choice] ?? 0; outcome < (outcomes[choice + 1] ?? 0); outcome += 1) {
      const state = next[outcome] ?? 0;
      const at = filled[state] ?? 0;
      into[at] = choice;
      filled[state] = at + 1;
    }
  }
  return { starts, choices: into, owner };
}

function choicesInto({ starts, choices }: Reverse, state: number): Int32Array {
  return choices.subarray(starts[state], starts[state + 1]);
}

function sizeOf({ outcomes }: TaskProcess, choice: number): number {
  return (outcomes[choice + 1] ?? 0) - (outcomes[choice] ?? 0);
}

function everyOutcome(
  { outcomes, next }: TaskProcess,
  choice: number,
  test: (state: number) => boolean,
): boolean {
  for (let outcome = outcomes[choice] ?? 0; outcome < (outcomes[choice + 1] ?? 0); outcome += 1) {
    if (!test(next[outcome] ?? 0)) return false;
  }
  return true;
}
