import { PERCEPTION_PROMPT } from '../mobile-agent/perceive.js';

/**
 * Prompts of the roles other than the operator, and the experience that it is given. Headings, the meaning of A, B and
 * C and the word that ends a task are those of the published system; the wording is ours.
 *
 * Source: Mobile-Agent-E paper and reference code, `agents.py`.
 */
export const MOBILE_AGENT_E_PROMPTS = {
  perceive: PERCEPTION_PROMPT,
  manager: `### User Instruction ###
{{instruction}}

{{plan}}
{{subgoal}}
{{progress}}
{{notes}}
{{errors}}
{{shortcuts}}

You manage somebody who operates an Android phone for a user. Look at the screen and at what has been achieved, and keep a plan: subgoals in their order. Name the one to work on now. Change the plan only where the screen or an error asks for it. When everything the user asks for is done, and only then, the current subgoal is "Finished".

Answer in this form:
### Thought ###
what is done, what is missing, whether the plan still fits
### Plan ###
1. first subgoal
2. second subgoal
### Current Subgoal ###
the subgoal to work on now, or Finished`,
  reflect: `### User Instruction ###
{{instruction}}

### Progress Status ###
{{progress}}

### Current Subgoal ###
{{subgoal}}

### Latest Action ###
Action: {{action}}
Expectation: {{description}}

Keyboard before it: {{keyboard_before}}
Keyboard after it: {{keyboard_after}}

The first screen is the one before this action, the second the one after it. Did the action do what was expected?
A: yes, or a part of it.
B: no, it led to a wrong screen.
C: no, nothing has changed.

Answer in this form:
### Outcome ###
A, B or C
### Error Description ###
what went wrong and why, or None
### Progress Status ###
what has been achieved so far, this action included where it went well`,
  notetaker: `### User Instruction ###
{{instruction}}

### Overall Plan ###
{{plan}}

### Current Subgoal ###
{{subgoal}}

### Progress Status ###
{{progress}}

### Existing Important Notes ###
{{notes}}

Keep notes of contents that the task will need later and that other screens do not show: a name, a number, a text to pass on. Write down all that are to be kept, those that exist included; no actions, no plans.

Answer in this form:
### Important Notes ###
the notes, or None`,
  learn_shortcut: `### User Instruction ###
{{instruction}}

### Overall Plan ###
{{plan}}

### Progress Status ###
{{progress}}

### Actions and Outcomes ###
{{actions}}

### Existing Shortcuts ###
{{shortcuts}}

The task is done. Is there a sequence of actions in it that other tasks will need as well, and that no shortcut covers? A shortcut is a few actions that follow on each other whatever the screen shows in between. An argument of a step is an argument of the shortcut, or a word that stands for itself. Its steps are calls of these: {{actions_there_are}}.

Answer in this form, with None where there is none:
### New Shortcut ###
{"name": "…", "arguments": ["…"], "description": "…", "precondition": "…", "atomic_action_sequence": [{"name": "Tap", "arguments_map": {"x": "x", "y": "y"}}]}`,
  learn_tips: `### User Instruction ###
{{instruction}}

### Overall Plan ###
{{plan}}

### Progress Status ###
{{progress}}

### Actions and Outcomes ###
{{actions}}

### Existing Tips ###
{{tips}}

The task is done. What would have helped to do it with fewer errors, and will help with other tasks? Keep the tips that are good, change those that misled, add what was learned; no more than ten lines.

Answer in this form:
### Updated Tips ###
the tips`,
  /** Given to the operator with the switch `experience`; a file of learned tips takes its place. */
  tips: `- Before typing, check that the field has the focus and is empty.
- After a swipe, check that the screen shows something new; at the end of a list it does not.
- When an action has changed nothing, try another element or another way to the same place.
- To find something in a long list, look for a search field first.`,
  /** Behind the latest actions where two taps in a row changed nothing. */
  tap_hint: `Taps change nothing here: swipe to see more, or find another way to the subgoal.`,
  /** Learned shortcuts as a JSON list, in the form in which they are learned; the file that the published code keeps will do. */
  shortcuts: `[]`,
} as const;
