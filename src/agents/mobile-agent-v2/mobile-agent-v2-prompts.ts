import { PERCEPTION_PROMPT } from '../mobile-agent/perceive.js';

/**
 * Prompts of the roles other than the acting one. Headings and the meaning of A, B and C are those of the published
 * system; the wording is ours.
 *
 * Source: Mobile-Agent-v2 reference code, `prompt.py`.
 */
export const MOBILE_AGENT_V2_PROMPTS = {
  perceive: PERCEPTION_PROMPT,
  /** Told to all roles but memory. */
  hint: 'Use Open app to open an app whose icon you see, and Home to leave one.',
  /** Asked behind the answer of the acting model, in the same conversation. */
  memory: `### Important content ###
Is there anything on this screen that a later operation of the task will need and that is not in the memory yet, such as a name, a number or a text to pass on? Write it down; write None where there is nothing.

Answer in this form:
### Important content ###
the content, or None`,
  reflect: `### Task ###
{{instruction}}

### Hint ###
{{hint}}

### Operation ###
Just now this operation was carried out on an Android phone. The first screen is the one before it, the second the one after it.
Operation: {{operation}}
Action: {{action}}
Keyboard before it: {{keyboard_before}}
Keyboard after it: {{keyboard_after}}

Did it do what was expected? Compare both screens.
A: the screen after it is the expected one.
B: the screen after it is a wrong one; one has to go back.
C: nothing has changed.

Answer in this form:
### Thought ###
what was expected and what happened
### Answer ###
A, B or C`,
  plan: `### Task ###
{{instruction}}

### Hint ###
{{hint}}

### Operations so far ###
{{operations}}

### Completed contents so far ###
{{completed}}

Somebody carries out this task on an Android phone. Say which contents of the task are completed by now. Contents are what the task asks for, not single operations; leave out what is still to be done.

Answer in this form:
### Completed contents ###
the contents that are completed, or None`,
} as const;
