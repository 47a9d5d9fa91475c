import { humanConsole } from '../../agents/human/human-console.js';
import type { HumanConsole } from '../../agents/human/human-agent.js';
import type { AroundChoice, BenchmarkDefinition } from '../../benchmarks/benchmark.js';
import { personUser } from '../../environments/user/person-user.js';
import { UserError } from '../../errors.js';
import type { Settings } from './setting.js';

/**
 * What a run lays between agents and phones. The terminal is not touched before a question is asked.
 *
 * @throws {UserError} for a benchmark whose tasks are no suite on a phone
 */
export function chosenAround(
  { name, environments }: BenchmarkDefinition,
  { forbid, interruptions: events, user }: Settings,
): AroundChoice {
  const given = [
    ...(forbid === null ? [] : ['--forbid']),
    ...(events ? ['--interruptions'] : []),
    ...(user === 'task' ? [] : ['--user']),
  ];
  if (environments === undefined && given.length > 0) {
    throw new UserError(`${name} knows no ${given.join(', ')}: its tasks are no suite on a phone`, {
      hint: 'Leave it out.',
    });
  }
  if (user === 'task') return { forbid, events, user: null };
  let console: HumanConsole | null = null;
  return {
    forbid,
    events,
    user: personUser({
      ask: (question, options) => {
        console ??= humanConsole(process.stdin, process.stderr);
        return console.ask(question, options);
      },
    }),
  };
}

/** @throws {UserError} where a person is to answer the agent and nobody can */
export function requireTerminal({ user }: Settings): void {
  if (user !== 'terminal' || process.stdin.isTTY) return;
  throw new UserError('--user terminal takes a terminal, and the input is none', {
    hint: 'Leave it out; the users that tasks bring along answer then.',
  });
}
