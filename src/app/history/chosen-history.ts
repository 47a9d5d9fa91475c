import { strategyText, type HistoryStrategy } from '../../agents/prompting/history-strategy.js';
import { SUMMARISE_PROMPT, SUMMARISE_ROLE } from '../../agents/prompting/summarise-prompt.js';
import type { Benchmark } from '../../benchmarks/benchmark.js';
import { plural } from '../../domain/text/plural.js';
import { UserError } from '../../errors.js';
import type { HistoryRule } from '../../models/dialects/dialect.js';
import type { AgentEntry } from '../../registry/agents.js';
import { choiceOf } from '../settings/history-choice.js';
import type { Settings, SettingOrigins } from '../settings/setting.js';

/** An agent, and what it shows its acting model of earlier steps by its user's choice. */
export interface HistoryOfAgent {
  /** With the role and the prompt that its history takes. */
  readonly entry: AgentEntry;
  /** Undefined: what the model's family shows. */
  readonly history: HistoryStrategy | undefined;
}

/**
 * The agent, ready to show of earlier steps what its user wants.
 *
 * @param isStepwise whether the benchmark by itself shows nothing where nothing is to be shown
 * @throws {UserError} for an agent that decides itself what is shown, or asks no model
 */
export function withHistory(
  entry: AgentEntry,
  { history }: Pick<Settings, 'history'>,
  { isStepwise, origins }: { readonly isStepwise: boolean; readonly origins: SettingOrigins | undefined },
): HistoryOfAgent {
  const { shown } = choiceOf(history);
  if (shown === null) return { entry, history: undefined };
  const text = strategyText(shown);
  if (entry.takesHistory) {
    return { entry: shown.context === 'written' ? summarising(entry) : entry, history: shown };
  }
  const isLeftAlone = entry.roles.length === 0 && origins?.history !== 'flag';
  if (isLeftAlone || (text === 'none' && isStepwise)) return { entry, history: undefined };
  if (entry.roles.length === 0) {
    throw new UserError(`the agent ${entry.name} asks no model, so --history ${text} would change nothing`, {
      hint: 'Leave it out, or name an agent that asks a model, such as --agent direct.',
    });
  }
  const own = entry.options.map(({ name }) => name).join(', ');
  throw new UserError(`the agent ${entry.name} decides itself what its model is shown of earlier steps`, {
    hint: `Leave out --history ${text}, or name an agent that leaves it open, such as --agent direct.${own === '' ? '' : ` Switches of ${entry.name}: ${own}.`}`,
  });
}

function summarising(entry: AgentEntry): AgentEntry {
  const { name, does } = SUMMARISE_ROLE;
  return {
    ...entry,
    roles: entry.roles.some((role) => role.name === name) ? entry.roles : [...entry.roles, { name, does }],
    prompts: { [name]: SUMMARISE_PROMPT, ...entry.prompts },
  };
}

/**
 * Whether recordings have the summaries that are to be shown; of those with broken episodes the first sound one tells.
 *
 * @throws {UserError} where there are none
 */
export async function requireSummaries(
  history: HistoryStrategy | undefined,
  { name, recordings }: Benchmark,
): Promise<void> {
  if (history?.context !== 'annotated') return;
  for await (const entry of recordings?.episodes() ?? []) {
    if (entry.type === 'broken') continue;
    if (entry.episode.steps.some(({ annotation }) => (annotation?.context ?? '') !== '')) return;
    break;
  }
  throw new UserError(`--history annotated-context: ${name} has no summaries of earlier steps`, {
    hint: 'With context a model writes them.',
  });
}

/** What is said before a run whose user chose what of earlier steps is shown. */
export function historyNotes(
  history: HistoryStrategy | undefined,
  { steps, pictures }: Pick<HistoryRule, 'steps' | 'pictures'>,
): readonly string[] {
  if (history === undefined) return [];
  const { actions, screenshots, context } = history;
  const of = (count: number | null): string =>
    count === null ? 'of all steps' : `of the latest ${plural(count, 'step')}`;
  const both = actions && screenshots && steps === pictures;
  const parts = [
    ...(both ? [`actions and screenshots ${of(steps)}`] : []),
    ...(actions && !both ? [`actions ${of(steps)}`] : []),
    ...(screenshots && !both ? [`screenshots ${of(pictures)}`] : []),
    ...(context === 'written' ? ['a summary that a model writes'] : []),
    ...(context === 'annotated' ? ['the annotated summary'] : []),
  ];
  return [
    `history shown to the model: ${parts.length === 0 ? 'nothing' : parts.join(', ')}`,
    ...(context === 'annotated'
      ? ['the annotated summary is text of the data, which no agent has on a device']
      : []),
  ];
}
