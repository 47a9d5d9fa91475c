import type { RunIdentity } from '../../domain/run.js';
import type { RunIndex } from '../../formats/run/run-index.js';
import type { ReportRunInput } from '../../report/html/collect-run.js';
import { AGENT_TITLES, BENCHMARK_NOTES } from '../../registry/part-notes.js';
import { isOnPhone } from './phone-use-tables.js';

/** Note next to the name of an agent that is given more than a user sees: datasets of recordings have no graph. */
export function privilegeOn({
  benchmark,
  environment,
}: Pick<RunIdentity, 'benchmark' | 'environment'>): string {
  const known = BENCHMARK_NOTES.get(benchmark.name);
  // For a plug-in's benchmark the run itself names its environment.
  const isInteractive =
    known === undefined ? environment?.kind !== 'replay' : known.protocol === 'interactive';
  return isInteractive ? 'sees graph and milestones' : 'is shown the recorded steps';
}

/** Notes next to the name of an agent that drove a world as a phone: its scores are of another kind. */
const ON_A_PHONE = { recorded: 'by adb on a recorded phone', live: 'by adb on a live phone' } as const;

/** Ids of the models that a run asks, each once; empty where it asks none. */
export function modelIds({ start }: Pick<RunIndex, 'start'>): string {
  const ids = Object.values(start.identity.models).map((model) =>
    typeof model['model'] === 'string' ? model['model'] : null,
  );
  return [...new Set(ids.filter((id) => id !== null))].join(' + ');
}

/** Name of a run's agent as tables show it. */
export function agentLabel({ start }: Pick<RunIndex, 'start'>): string {
  const { agent, environment } = start.identity;
  const model = modelIds({ start });
  const name = model === '' ? agent.name : `${agent.name}: ${model}`;
  if (agent.privileged) return `${name} (${privilegeOn(start.identity)})`;
  if (!isOnPhone({ start })) return name;
  return `${name} (${ON_A_PHONE[environment?.kind === 'chromium' ? 'live' : 'recorded']})`;
}

/** What a run's agent does. One of a plug-in may have any name: it is not loaded to be described. */
export function agentTitle({ start }: Pick<RunIndex, 'start'>): Pick<ReportRunInput, 'agentTitle'> {
  const { agent, plugins } = start.identity;
  const title = plugins === undefined ? AGENT_TITLES.get(agent.name) : undefined;
  return title === undefined ? {} : { agentTitle: title };
}
