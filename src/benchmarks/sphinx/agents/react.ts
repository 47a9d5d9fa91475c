import { z } from 'zod';
import { fillTemplate } from '../../../models/dialects/fill-template.js';
import { actorAgent, actorOf, type PromptNote } from '../../../agents/prompting/ask-actor.js';
import { chooseAction } from '../../../agents/prompting/choose-action.js';
import { defineAgent, type AgentDefinition } from '../../../agents/define-agent.js';
import {
  HISTORY_KINDS,
  historySettings,
  rememberedSteps,
} from '../../../agents/prompting/remembered-steps.js';
import { REPAIR_OPTION, REPAIR_PROMPTS, REPAIR_ROLE } from '../../../agents/prompting/repair-answer.js';
import { MAX_STEPS_OPTION } from '../../../agents/baselines/stateless-agent.js';

/** Skills by task id: what to do, step by step, in words. */
export type Skills = ReadonlyMap<string, readonly string[]>;

/**
 * ReAct as SPHINX has it: one call per step, which reasons and then acts; of the earlier steps it sees the last action
 * alone. A model may be given a skill, the steps that lead to the goal.
 *
 * Source: SPHINX paper, section 4, and reference code, ReAct agent. Deviation: an outage of the model voids the task, where
 * the reference counts it as failed.
 *
 * @param skills steps of the tasks that have a skill, in place of one text for all
 */
export function reactDefinition(skills: Skills | null = null): AgentDefinition {
  return defineAgent({
    name: 'react',
    title: 'ReAct (SPHINX): reasons, then acts; remembers its last action alone',
    roles: [{ name: 'actor', does: 'chooses each action' }, REPAIR_ROLE],
    dialect: 'sphinx_id',
    parsing: 'reference:sphinx',
    options: z.object({
      history: z
        .enum(HISTORY_KINDS)
        .default('last')
        .describe(
          'earlier steps that the model is shown: none, the last action, or as many as its dialect shows',
        ),
      skill: z
        .string()
        .nullable()
        .default(null)
        .describe('steps to follow: a text for all tasks, or a .json file {"task id": ["step", …]}'),
      repair: REPAIR_OPTION,
      maxSteps: MAX_STEPS_OPTION,
    }),
    prompts: {
      skill: `Follow these steps as far as they fit what you see:
{{skill}}`,
      ...REPAIR_PROMPTS,
    },
    create: (parts, options) => {
      const actor = actorOf(parts);
      const { skill: template = '', repair = '' } = parts.prompts;
      return actorAgent('react', actor, {
        // 2: pictures, sampling and reading of answers are the published code's.
        version: '2',
        helpers: options.repair ? [REPAIR_ROLE.name] : [],
        maxSteps: options.maxSteps,
        decide: async (step) => {
          const skill =
            skills === null ? (options.skill ?? '') : numbered(skills.get(step.context.task.id) ?? []);
          return chooseAction(step, actor, {
            history: await rememberedSteps(step, options.history, actor.dialect),
            promptNotes: skill === '' ? [] : [skillNote(skill, template)],
            repair: options.repair ? repair : null,
          });
        },
      });
    },
    identify: (_, { history }) => historySettings(history),
  });
}

/** The agent without skills of its own. */
export const reactAgent: AgentDefinition = reactDefinition();

function skillNote(skill: string, template: string): PromptNote {
  return { place: 'skill', text: skill, words: fillTemplate(template, { skill }) };
}

function numbered(steps: readonly string[]): string {
  return steps.map((step, index) => `${index + 1}. ${step}`).join('\n');
}
