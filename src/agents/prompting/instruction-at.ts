import type { Observation } from '../../domain/screen.js';

/**
 * What the agent is to do at an observation: the task's instruction, or the one that the benchmark words for this step, and then
 * what the agent has asked its user so far, with the replies, and whether its last action was refused. It stands wherever an instruction stands, so that every prompt has it,
 * the authors' own too: those of published agents have no other place for what a user says.
 */
export function instructionAt(observation: Observation, task: { readonly instruction: string }): string {
  const instruction = observation.instruction ?? task.instruction;
  const { conversation = [], refused } = observation;
  if (conversation.length === 0 && refused === undefined) return instruction;
  const turns = conversation.map(
    ({ question, reply }) => `You asked the user: ${question}\nThe user answered: ${reply}`,
  );
  const refusal =
    refused === undefined
      ? []
      : [`Your last action was refused and not carried out, for it is forbidden (${refused}).`];
  return [instruction, ...turns, ...refusal].join('\n\n');
}
