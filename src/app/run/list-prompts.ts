import type { QuestionPrompts } from '../../agents/questions/question-prompts.js';
import { chosenDimensions } from '../../benchmarks/dimensions/choose-dimensions.js';
import type { Dimension } from '../../benchmarks/dimensions/dimension.js';
import type { AgentDefinition } from '../../agents/define-agent.js';
import type { RunParts } from './agent-parts.js';

/** Prompts that the questions of each dimension are asked and their answers repaired with. */
const OF_DIMENSION: Readonly<Record<Dimension, readonly (keyof QuestionPrompts)[]>> = {
  goal: ['question_option', 'question_truth', 'question_repair_letter'],
  knowledge: ['question_option', 'question_truth', 'question_repair_letter'],
  planning: [
    'question_completion_system',
    'question_completion',
    'question_completion_text',
    'question_completion_picture',
  ],
  grounding: [
    'question_grounding_system',
    'question_grounding',
    'question_grounding_actions',
    'question_grounding_rules',
    'question_grounding_text',
    'question_grounding_picture',
    'question_repair_action',
  ],
  instructions: ['question_format'],
  // Ordinary episodes, with the agent's own.
  navigation: [],
};

export interface ListedPrompts {
  /** Those that are printed. */
  readonly listed: Readonly<Record<string, string>>;
  /** Those that can be asked for by name. */
  readonly all: Readonly<Record<string, string>>;
}

/**
 * The prompts of an agent and its dialect or, where dimensions are named, those of their questions (of navigation, the
 * agent's); by name, as `--prompt` replaces them.
 *
 * @param dimensions names separated by commas, or `all`; null: none
 * @throws {UserError} for a dimension that there is not
 */
export function listPrompts(
  { roles: [acting] }: AgentDefinition,
  parts: RunParts,
  dimensions: string | null,
): ListedPrompts {
  const dialect = acting === undefined ? null : parts.dialectOf(acting.name);
  const own: Readonly<Record<string, string>> = { ...dialect?.prompts, ...parts.prompts };
  const all = { ...own, ...parts.questionPrompts };
  if (dimensions === null) return { listed: own, all };
  const chosen = chosenDimensions(dimensions, 'a question');
  const names = new Set(chosen.flatMap((dimension) => OF_DIMENSION[dimension]));
  const listed = Object.fromEntries([...names].map((name) => [name, parts.questionPrompts[name]]));
  return { listed: chosen.includes('navigation') ? { ...own, ...listed } : listed, all };
}
