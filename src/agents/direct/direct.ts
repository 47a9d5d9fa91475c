import { z } from 'zod';
import { ActionSchema, type Action } from '../../domain/action.js';
import type { Decision } from '../../domain/decision.js';
import type { Dialect, ParseProfile } from '../../models/dialects/dialect.js';
import { genericCall } from '../../models/dialects/generic-call/generic-call.js';
import type { Agent, HistoryEntry } from '../agent.js';
import {
  actorNeeds,
  askActor,
  chosenHistory,
  type Actor,
  type ChosenHistory,
} from '../prompting/ask-actor.js';
import { defineAgent, type AgentDefinition, type AgentParts } from '../define-agent.js';
import { historyInput } from '../prompting/history-input.js';
import { dialectIdentity, dialectRunSettings, type AgentRunSettings } from '../prompting/dialect-identity.js';
import { chosenObservation, type ObservationChoice } from '../observation-choice.js';
import { promptHashes } from '../prompting/prompt-hashes.js';
import { keepAnswer } from '../prompting/prompt-steps.js';
import { readRepaired, REPAIR_OPTION, REPAIR_PROMPTS, REPAIR_ROLE } from '../prompting/repair-answer.js';
import { statelessAgent } from '../baselines/stateless-agent.js';

export interface DirectAgentSettings {
  /** Prompt and grammar; the generic calls unless given. */
  readonly dialect?: Dialect;
  readonly profile?: ParseProfile;
  /** `native` unless given. */
  readonly observation?: ObservationChoice;
  /** The prompt with which unreadable answers are repaired; they are not unless given. */
  readonly repair?: string;
  /** What of earlier steps is shown; what the family shows unless given. */
  readonly history?: ChosenHistory;
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
  const rule = chosenObservation(dialect.observation, settings.observation ?? 'native');
  const repair = settings.repair ?? null;
  const { history } = settings;
  const actor: Actor = { role: ROLE, dialect, profile, rule, ...(history === undefined ? {} : { history }) };
  return statelessAgent({
    name: 'direct',
    version: '4',
    settings: {
      dialects: { [ROLE]: dialectIdentity(dialect) },
      profile,
      observation: rule,
      ...(repair === null ? {} : { repair: promptHashes({ repair }) }),
    },
    needs: actorNeeds(actor, repair === null ? [ROLE] : [ROLE, REPAIR_ROLE.name]),
    decide: async (step): Promise<Decision> => {
      const queued = nextQueued(step.history);
      if (queued !== null) return queued;
      const turn = await askActor(step, actor, await historyInput(step, actor));
      const read = await readRepaired(turn, actor, repair, step);
      const memory = { ...keepAnswer(turn.answer.text), ...turn.kept };
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

/** What a run with this agent names besides the agent itself, so that equal identities mean equal questions. */
export function directRunSettings(settings: DirectAgentSettings = {}): AgentRunSettings {
  return dialectRunSettings(settings.dialect ?? genericCall.create(), {
    profile: settings.profile ?? 'tolerant',
    observation: settings.observation ?? 'native',
  });
}

/** The direct agent by name: the model of the role `actor` in any dialect. */
export const directDefinition: AgentDefinition = defineAgent({
  name: 'direct',
  title: 'asks a model once per step, in any dialect',
  roles: [{ name: ROLE, does: 'chooses each action' }, REPAIR_ROLE],
  options: z.object({ repair: REPAIR_OPTION }),
  prompts: REPAIR_PROMPTS,
  takesHistory: true,
  create: (parts, options) =>
    directAgent({
      dialect: parts.dialectOf(ROLE),
      profile: parts.profile,
      observation: parts.observation,
      ...(options.repair ? { repair: parts.prompts['repair'] ?? REPAIR_PROMPTS.repair } : {}),
      ...historyOf(parts),
    }),
});

function historyOf(parts: AgentParts): Pick<DirectAgentSettings, 'history'> {
  const history = chosenHistory(parts);
  return history === undefined ? {} : { history };
}

/** The next of several actions that the answer of an earlier step holds. */
function nextQueued(history: readonly HistoryEntry[]): Decision | null {
  const before = history.at(-1);
  // What was to follow an action that was not the one done is pointless.
  if (before === undefined || before.isTeacherForced === true) return null;
  const last = QueueSchema.safeParse(before.decision.memory);
  if (!last.success) return null;
  const [action, ...rest] = last.data.queued;
  if (action === undefined) return null;
  return {
    type: 'action',
    action: action satisfies Action,
    ...(rest.length === 0 ? {} : { memory: { queued: rest } }),
  };
}
