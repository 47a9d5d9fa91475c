import { z } from 'zod';
import { ActionSchema } from '../../domain/action.js';
import type { Action } from '../../domain/action.js';
import type { Decision } from '../../domain/decision.js';
import type { ObservationRule } from '../../domain/observation-rule.js';
import type { Dialect, ParseProfile, PromptInput } from '../../models/dialects/dialect.js';
import { genericCall } from '../../models/dialects/generic-call/generic-call.js';
import { coordinateRuleText } from '../../models/dialects/resolve-position.js';
import type { Agent, HistoryEntry } from '../agent.js';
import { askModel } from '../ask-model.js';
import { lookAt } from '../look-at.js';
import { promptHashes } from '../prompt-hashes.js';
import { keepAnswer, promptSteps } from '../prompt-steps.js';
import { readActions } from '../read-answer.js';
import { statelessAgent } from '../stateless-agent.js';
import type { StepInput } from '../stateless-agent.js';

/** Which parts of a screen the model is shown, where the screen has them: its family's own choice is `native`. */
export type DirectObservation = 'native' | 'screenshot' | 'hierarchy' | 'both';

export interface DirectAgentSettings {
  /** Prompt and grammar; the generic calls unless given. */
  readonly dialect?: Dialect;
  readonly profile?: ParseProfile;
  /** `native` unless given. */
  readonly observation?: DirectObservation;
}

const ROLE = 'actor';

/** Actions of an earlier answer that are still to be done, kept in the decision before. */
const QueueSchema = z.object({ queued: z.array(ActionSchema).min(1) });

/**
 * One model call per step, as the model's family was trained to be asked: task, earlier steps and the current screen go in
 * in its dialect, one action comes out. An answer that nobody can read, and a refusal, are the agent's decision; outages of
 * the model are thrown as the model throws them.
 */
export function directAgent(settings: DirectAgentSettings = {}): Agent {
  const dialect = settings.dialect ?? genericCall.create();
  const profile = settings.profile ?? 'tolerant';
  const rule = observationRule(dialect.observation, settings.observation ?? 'native');
  return statelessAgent({
    name: 'direct',
    version: '2',
    settings: {
      dialect: dialect.family,
      variant: dialect.variant,
      dialectVersion: dialect.version,
      switches: { ...dialect.switches },
      prompts: promptHashes(dialect.prompts),
      coordinates: coordinateRuleText(dialect.coordinates),
      scroll: dialect.scroll,
      profile,
      observation: rule,
      history: { ...dialect.history },
    },
    needs: {
      models: [ROLE],
      pictures: rule.screenshot || rule.marked !== null,
      hierarchy: rule.text !== null || rule.marked !== null,
    },
    decide: async (step): Promise<Decision> => {
      const queued = nextQueued(step.history);
      if (queued !== null) return queued;
      const { context, observation, signal } = step;
      const [shown, input] = await Promise.all([
        lookAt(observation, rule, { coordinates: dialect.coordinates, signal }),
        promptInput(step, dialect),
      ]);
      const request = dialect.buildRequest({ ...input, ...shown });
      const answer = await askModel(context.models, ROLE, { ...dialect.sampling, ...request }, { signal });
      const read = readActions(answer, dialect, {
        profile,
        screen: observation.screen.size,
        sent: shown.screenshot?.size ?? shown.marked?.size ?? null,
        elements: shown.elements,
      });
      const memory = keepAnswer(answer.text);
      if (read.type === 'format_error') return { ...read, memory };
      const { actions, ...said } = read;
      const [action, ...rest] = actions;
      const later = rest.slice(0, dialect.maxActionsPerStep - 1);
      return {
        ...said,
        type: 'action',
        action,
        memory: later.length === 0 ? memory : { ...memory, queued: later },
      };
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
  const dialect = settings.dialect ?? genericCall.create();
  const rule = observationRule(dialect.observation, settings.observation ?? 'native');
  const { resize, format } = rule.picture;
  return {
    observation: {
      kind: observationKind(rule),
      picture:
        !rule.screenshot && rule.marked === null
          ? 'none'
          : resize === null
            ? 'source'
            : `${resize.algorithm} ${format}`,
    },
    dialect: {
      name: dialect.variant === null ? dialect.family : `${dialect.family}@${dialect.variant}`,
      version: dialect.version,
    },
    prompts: promptHashes(dialect.prompts),
    history: {
      kind: dialect.history.pictures > 0 ? `steps and ${dialect.history.pictures} pictures` : 'steps',
      length: dialect.history.steps,
    },
    coordinates: coordinateRuleText(dialect.coordinates),
    parsing: settings.profile ?? 'tolerant',
  };
}

function observationRule(native: ObservationRule, wanted: DirectObservation): ObservationRule {
  switch (wanted) {
    case 'native':
      return native;
    case 'screenshot':
      return { ...native, screenshot: true, marked: null, text: null };
    case 'hierarchy':
      return { ...native, screenshot: false, marked: null, text: native.text ?? 'list' };
    case 'both':
      return { ...native, screenshot: true, text: native.text ?? 'list' };
    default:
      return wanted satisfies never;
  }
}

function observationKind({ screenshot, marked, text }: ObservationRule): string {
  const parts = [
    ...(screenshot ? ['screenshot'] : []),
    ...(marked === null ? [] : [`marked:${marked}`]),
    ...(text === null ? [] : [`text:${text}`]),
  ];
  return parts.length === 0 ? 'none' : parts.join('+');
}

/** The next of several actions that the answer of an earlier step holds. */
function nextQueued(history: readonly HistoryEntry[]): Decision | null {
  const last = QueueSchema.safeParse(history.at(-1)?.decision.memory);
  if (!last.success) return null;
  const [action, ...rest] = last.data.queued;
  if (action === undefined) return null;
  return {
    type: 'action',
    action: action satisfies Action,
    ...(rest.length === 0 ? {} : { memory: { queued: rest } }),
  };
}

async function promptInput(
  { context, observation, history, signal }: StepInput,
  dialect: Dialect,
): Promise<Omit<PromptInput, 'screenshot' | 'marked' | 'elementText' | 'elements'>> {
  return {
    instruction: context.task.instruction,
    stepInstruction: null,
    language: context.task.language,
    history: await promptSteps(history, dialect, { signal }),
    stepsTaken: history.length,
    screen: observation.screen.size,
    app: observation.screen.activity?.package ?? null,
    notes: {},
  };
}
