import type { PromptSource } from '../../domain/prompts/prompt-source.js';
import type { Dialect, HistoryRule, ParseProfile } from '../../models/dialects/dialect.js';
import { coordinateRuleText } from '../../models/dialects/reading/resolve-position.js';
import { chosenObservation, type ObservationChoice } from '../observation-choice.js';
import { strategyText, type HistoryStrategy } from './history-strategy.js';
import { promptHashes } from './prompt-hashes.js';

/** Everything about a dialect that can change what a model is sent or how it is read, as JSON for a run's identity. */
export function dialectIdentity(dialect: Dialect): Readonly<Record<string, unknown>> {
  return {
    family: dialect.family,
    variant: dialect.variant,
    version: dialect.version,
    coordinates: coordinateRuleText(dialect.coordinates),
    scroll: dialect.scroll,
    observation: dialect.observation,
    history: { ...dialect.history },
    switches: { ...dialect.switches },
    sampling: { ...dialect.sampling },
    prompts: promptHashes(dialect.prompts),
    ...promptSourceOf(dialect),
  };
}

function promptSourceOf({ promptSource }: Dialect): Pick<AgentRunSettings, 'promptSource'> {
  return promptSource === undefined ? {} : { promptSource };
}

/** What a run names of its prompts, pictures and parsing, besides the agent itself. */
export interface AgentRunSettings {
  readonly observation: { readonly kind: string; readonly picture: string };
  readonly dialect: { readonly name: string; readonly version: string };
  readonly prompts: Readonly<Record<string, string>>;
  /** Whose words they are; absent where they are the dialect's and the agent's own. */
  readonly promptSource?: PromptSource;
  readonly history: { readonly kind: string; readonly length: number | null };
  readonly coordinates: string;
  readonly parsing: string;
  /**
   * The effect of an unreadable answer, where the agent's method defines it: it ends the episode, or is a step that
   * waits.
   */
  readonly formatErrors?: 'end' | 'wait';
}

/** What a run names of the history: what is shown, and of how many of the latest steps. */
function shownHistory(
  { steps, pictures }: HistoryRule,
  strategy: HistoryStrategy | undefined,
): AgentRunSettings['history'] {
  if (strategy === undefined) {
    return { kind: pictures > 0 ? `steps and ${pictures} pictures` : 'steps', length: steps };
  }
  const { actions, screenshots } = strategy;
  const kind = strategyText(strategy);
  if (!actions) return { kind, length: screenshots ? pictures : 0 };
  const isLess = screenshots && pictures !== steps;
  return { kind: isLess ? `${kind} (screenshots of the last ${pictures})` : kind, length: steps };
}

/** What a run names of the model that acts. */
export function dialectRunSettings(
  dialect: Dialect,
  options: {
    readonly profile: ParseProfile;
    readonly observation: ObservationChoice;
    /** What of earlier steps is shown, where that is the user's choice. */
    readonly history?: HistoryStrategy;
  },
): AgentRunSettings {
  const rule = chosenObservation(dialect.observation, options.observation);
  const { resize, format } = rule.picture;
  const parts = [
    ...(rule.screenshot ? ['screenshot'] : []),
    ...(rule.marked === null ? [] : [`marked:${rule.marked}`]),
    ...(rule.text === null ? [] : [`text:${rule.text}`]),
  ];
  const hasPicture = rule.screenshot || rule.marked !== null;
  return {
    observation: {
      kind: parts.length === 0 ? 'none' : parts.join('+'),
      picture: !hasPicture ? 'none' : resize === null ? 'source' : `${resize.algorithm} ${format}`,
    },
    dialect: {
      name: dialect.variant === null ? dialect.family : `${dialect.family}@${dialect.variant}`,
      version: dialect.version,
    },
    prompts: promptHashes(dialect.prompts),
    ...promptSourceOf(dialect),
    history: shownHistory(dialect.history, options.history),
    coordinates: coordinateRuleText(dialect.coordinates),
    parsing: options.profile,
  };
}
