import type { BenchmarkDefinition } from '../../benchmarks/benchmark.js';
import type { PublishedCondition } from '../../benchmarks/published-condition.js';
import type { ModelProfile } from '../../models/profile.js';
import type { AgentEntry } from '../../registry/agents.js';
import type { Settings } from '../settings/setting.js';

/** What an agent speaks whose author says nothing else: any model understands it, and few papers used it. */
const GENERIC = 'generic_call';

/**
 * Says how the benchmark's paper asked the model, where nobody has chosen a dialect and the run takes the generic one: its
 * numbers are then not comparable with the paper's row.
 *
 * @param acting the acting model; null where the agent asks none
 */
export function conditionNotes(
  { conditionOf }: Pick<BenchmarkDefinition, 'conditionOf'>,
  entry: AgentEntry,
  settings: Pick<Settings, 'dialect'>,
  acting: Pick<ModelProfile, 'model' | 'dialect'> | null,
): readonly string[] {
  if (acting === null || entry.roles.length === 0 || entry.dialect !== GENERIC) return [];
  if (settings.dialect !== null || acting.dialect !== undefined) return [];
  const condition = conditionOf?.(acting.model) ?? null;
  if (condition === null) return [];
  const { row, family } = condition;
  const whose = row === null ? `the paper asks ${family}` : `the paper's row ${row} was asked`;
  return [
    `${acting.model} is asked in ${GENERIC}, since no dialect is named; ${whose} with ${flagsOf(condition, entry)}`,
  ];
}

function flagsOf(condition: PublishedCondition, entry: AgentEntry): string {
  const { agent, dialect, dialectOptions = {}, coordinates } = condition;
  const switches = Object.entries(dialectOptions).map(([name, value]) => `--dialect-option ${name}=${value}`);
  const own = agent === entry.name ? [] : [`--agent ${agent}`];
  const numbers = coordinates === undefined ? [] : [`--coordinates ${coordinates}`];
  return [...own, `--dialect ${dialect}`, ...switches, ...numbers].join(' ');
}
