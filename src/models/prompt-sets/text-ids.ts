import type { PromptSet } from './prompt-set.js';

/** Ids of all texts that a set may ask in: its own, those of the agent's other models, those of questions. */
export function textIds({ texts, agentTexts = [], questions }: PromptSet): readonly string[] {
  return [...new Set([...texts, ...agentTexts, ...(questions?.texts ?? [])])];
}
