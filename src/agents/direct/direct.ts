import { createHash } from 'node:crypto';
import type { Decision } from '../../domain/decision.js';
import type { Observation } from '../../domain/screen.js';
import type { Dialect, ParseProfile, PromptInput } from '../../models/dialects/dialect.js';
import { genericCall } from '../../models/dialects/generic-call/generic-call.js';
import type { CoordinateRule } from '../../models/dialects/resolve-position.js';
import { UserError } from '../../errors.js';
import type { Agent, AgentContext, HistoryEntry } from '../agent.js';
import { statelessAgent } from '../stateless-agent.js';
import { readAnswer } from './read-answer.js';
import { lookAt } from './look-at.js';

/** Which parts of a screen the model is shown, where the screen has them. */
export type DirectObservation = 'screenshot' | 'hierarchy' | 'both';

export interface DirectAgentSettings {
  /** Prompt and grammar; the generic calls unless given. */
  readonly dialect?: Dialect;
  readonly profile?: ParseProfile;
  /** `both` unless given. */
  readonly observation?: DirectObservation;
  /** Earlier steps shown to the model, the latest ones; null is all. 20 unless given. */
  readonly historyLength?: number | null;
}

/** An agent lacks the model it needs. */
export class NoModelError extends UserError {
  override readonly code = 'NO_MODEL';
}

const ROLE = 'actor';
const HISTORY_LENGTH = 20;

/**
 * One model call per step: task, earlier actions and the current screen go in, one action comes out. An answer that
 * nobody can read, and a refusal, are the agent's decision; outages of the model are thrown as the model throws them.
 */
export function directAgent(settings: DirectAgentSettings = {}): Agent {
  const { dialect, profile, observation, historyLength } = withDefaults(settings);
  return statelessAgent({
    name: 'direct',
    version: '1',
    settings: {
      dialect: dialect.family,
      dialectVersion: dialect.version,
      prompts: hashesOf(dialect.prompts),
      coordinates: { ...dialect.coordinates },
      profile,
      observation,
      historyLength,
    },
    needs: {
      models: [ROLE],
      pictures: observation !== 'hierarchy',
      hierarchy: observation !== 'screenshot',
    },
    decide: async ({ context, observation: seen, history, signal }): Promise<Decision> => {
      const model = context.models[ROLE];
      if (model === undefined) {
        throw new NoModelError(`no model is bound to the role "${ROLE}"`, {
          hint: `Name an endpoint and a model for "${ROLE}" in the configuration.`,
        });
      }
      const parts = await lookAt(seen, { show: observation, rule: dialect.coordinates, signal });
      const input = promptInput(context, history, seen, historyLength);
      const messages = dialect.buildMessages({ ...input, ...parts });
      const answer = await model.generate({ messages }, { signal });
      const screen = seen.screen.size;
      return readAnswer(answer, dialect, { profile, screen, sent: parts.picture?.size ?? null });
    },
  });
}

/** What a run with this agent names beside the agent itself, so that equal identities mean equal questions. */
export function directRunSettings(settings: DirectAgentSettings = {}): {
  readonly observation: { readonly kind: string; readonly picture: string };
  readonly dialect: { readonly name: string; readonly version: string };
  readonly prompts: Readonly<Record<string, string>>;
  readonly history: { readonly kind: string; readonly length: number | null };
  readonly coordinates: string;
  readonly parsing: string;
} {
  const { dialect, profile, observation, historyLength } = withDefaults(settings);
  return {
    observation: { kind: observation, picture: observation === 'hierarchy' ? 'none' : 'source' },
    dialect: { name: dialect.family, version: dialect.version },
    prompts: hashesOf(dialect.prompts),
    history: { kind: 'actions', length: historyLength },
    coordinates: ruleText(dialect.coordinates),
    parsing: profile,
  };
}

function withDefaults(settings: DirectAgentSettings) {
  return {
    dialect: settings.dialect ?? genericCall(),
    profile: settings.profile ?? ('tolerant' as const),
    observation: settings.observation ?? ('both' as const),
    historyLength: settings.historyLength === undefined ? HISTORY_LENGTH : settings.historyLength,
  };
}

function promptInput(
  context: AgentContext,
  history: readonly HistoryEntry[],
  { screen }: Observation,
  historyLength: number | null,
): Omit<PromptInput, 'picture' | 'hierarchy'> {
  const shown = historyLength === null ? history : history.slice(Math.max(history.length - historyLength, 0));
  return {
    instruction: context.task.instruction,
    history: shown.map(({ decision }) => decision.summary ?? nameOf(decision)),
    stepsTaken: history.length,
    screen: screen.size,
  };
}

function nameOf(decision: Decision): string {
  return decision.type === 'action' ? decision.action.type : 'an answer nobody could read';
}

function ruleText(rule: CoordinateRule): string {
  switch (rule.space) {
    case 'sent':
      return 'sent';
    case 'norm':
      return `norm:${rule.span}`;
    case 'resized':
      return `resized:${rule.width}x${rule.height}`;
    default:
      return rule satisfies never;
  }
}

function hashesOf(prompts: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(prompts).map(([name, text]) => [name, createHash('sha256').update(text).digest('hex')]),
  );
}
