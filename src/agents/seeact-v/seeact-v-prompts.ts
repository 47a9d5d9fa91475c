/** What the summarising call is asked. What it is given is that of the published agent; the wording is ours. */
export const SEEACT_V_PROMPTS = {
  summarise: `You operate an Android phone for a user, one action at a time. You have just taken an action; sum up what it came to, for yourself at later steps.

The user's goal: {{instruction}}

The action: {{action}}
Why it was chosen: {{reason}}

The two pictures are the screens before and after the action; the latter has the word "after" in its lower right corner. Where the action was done to something that you described, another model found its place: a red dot on the first picture shows it. Look whether that is what you meant.

Compare what was meant with what happened. Say whether it worked, and if not, whether the choice or the place was wrong, and what to try instead: when the place was wrong, other words for the same thing. Keep what the goal needs and later screens will not show: a name, a number, a text that was read. An answer or a wait changes nothing on the screen and has worked all the same. Write one line of at most 50 words.

Summary of this step:`,
} as const;
