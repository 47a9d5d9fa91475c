import type { WorldEnvironment } from '../../domain/live/world-environment.js';
import { FORBIDDEN_KINDS, type ForbiddenKind } from '../../domain/task-fields/forbidden-kind.js';
import type { Task } from '../../domain/task.js';
import type { Environment } from '../../environments/environment.js';
import type { EnvironmentProvider } from '../../environments/environment-provider.js';
import { EventsEnvironment } from '../../environments/events/events-environment.js';
import { GuardEnvironment } from '../../environments/guard/guard-environment.js';
import { CheckedStartEnvironment } from '../../environments/start-check/checked-start.js';
import { scriptedUser, UserEnvironment } from '../../environments/user/user-environment.js';
import type { AroundChoice, BenchmarkItem } from '../benchmark.js';
import { startCheck } from './start-check.js';

const NOTHING: AroundChoice = { forbid: null, events: false, user: null };

/** Kinds of actions that are kept from the phone unless the run says otherwise: those that cost something on a real one. */
export function forbiddenKinds(
  { forbid }: AroundChoice,
  kind: WorldEnvironment = 'recorded',
): readonly ForbiddenKind[] {
  return forbid ?? (kind === 'android' ? FORBIDDEN_KINDS : []);
}

/**
 * Whatever a provider lends, with what belongs between agent and phone laid around it for the task: from the phone outwards the
 * check of its start state, the user, the guard against forbidden actions, which has to see every action to know which one was the
 * last, and its unexpected events, whose steps are those of the agent. Only what the run or the task asks for; what the run does is part of the identity.
 */
export function layAround(
  provider: EnvironmentProvider<BenchmarkItem>,
  kind: WorldEnvironment | undefined,
  choice: AroundChoice = NOTHING,
): EnvironmentProvider<BenchmarkItem> {
  const forbid = forbiddenKinds(choice, kind);
  const asked = {
    ...(forbid.length === 0 ? {} : { forbid: [...forbid] }),
    ...(choice.events ? { events: true } : {}),
    ...(choice.user === null ? {} : { user: 'person' }),
  };
  const { identity } = provider;
  return {
    identity:
      Object.keys(asked).length === 0
        ? identity
        : { ...identity, settings: { ...identity.settings, ...asked } },
    get capacity() {
      return provider.capacity;
    },
    lend: async (item, options) =>
      around(await provider.lend(item, options), item.task, { ...choice, forbid }),
  };
}

function around(environment: Environment, task: Task, choice: AroundChoice): Environment {
  const { preconditions = [], permits = [], events = [], user } = task;
  let laid = environment;
  if (preconditions.length > 0) laid = new CheckedStartEnvironment(laid, startCheck(task));
  const answering = choice.user ?? (user === undefined ? null : scriptedUser(user));
  if (answering !== null) laid = new UserEnvironment(laid, answering);
  const forbidden = (choice.forbid ?? []).filter((kind) => !permits.includes(kind));
  if (forbidden.length > 0) laid = new GuardEnvironment(laid, forbidden);
  const happening = events.filter(({ required }) => required || choice.events);
  return happening.length === 0 ? laid : new EventsEnvironment(laid, happening);
}
