import type { AgentRole } from '../define-agent.js';

/** The model that sums up the steps so far. */
export const SUMMARISE_ROLE: AgentRole = { name: 'summarise', does: 'sums up the steps so far' };

/** Source for the form of the summary: GUIOdyssey paper, appendix; words are ours. */
export const SUMMARISE_PROMPT = `Somebody carries out a task on an Android phone, one action at a time. Sum up in two or three sentences what has been done so far.

Task: {{instruction}}
Summary before the last action: {{context}}
Last action: {{action}}
{{thought}}

The first screen is the one that the last action was taken on, the second the one after it. Tell what has been found, typed and finished, with the names, numbers and texts that later steps need; leave out positions, names of actions, and what is still to be done.

Answer with the summary alone, in the form: So far, …`;
