/** Prompts of AppAgent besides those of its dialect; placeholders as in `fillTemplate`. */
export const APPAGENT_PROMPTS = {
  no_grid: `There is no grid() in this task: touch elements that have a number.`,
  documents: `What is known about elements of this screen:
{{documents}}`,
} as const;

export const EXPLORE_PROMPTS = {
  explore: `Get to know the app by using its elements one after another, as far as they could matter to somebody who wants this: {{instruction}}`,
  no_grid: APPAGENT_PROMPTS.no_grid,
  reflector: `Somebody is getting to know an app, with this aim: {{instruction}}
Element {{element}} was just used: {{action}}. Both pictures carry the numbers that the elements had before that. The first picture is the
screen before it, the second the screen after it. What was meant by it: {{summary}}

Judge what it did:
BACK: it led away from the aim, to a screen that should be left again.
INEFFECTIVE: nothing on the screen changed.
CONTINUE: it changed something, but did not bring the aim nearer.
SUCCESS: it brought the aim nearer.

Unless it was INEFFECTIVE, say as well what this element is for: in one or two sentences, in general terms, without the number and without
what just happened to stand in it.

Answer with these lines and nothing else:
Decision: BACK, INEFFECTIVE, CONTINUE or SUCCESS
Thought: why
Documentation: what the element is for`,
} as const;

/** Prompts of learning from demonstrations. */
export const DEMONSTRATION_PROMPTS = {
  element: `Somebody does a task on a phone: {{instruction}}
In one step, element {{element}} was {{action}}. The first picture is the screen before the step, the second the screen after it; both
carry numbers on their elements, each its own.

Say what element {{element}} of the first picture is for when it is {{action}}: in one or two sentences, in general terms, so that they help
with other tasks. Name neither its number nor what just happened to stand on the screens. Answer with these sentences alone.`,
  refine: `So far this is written of it: {{known}}
Write it anew, so that it says what both the text so far and these screens show.`,
} as const;
