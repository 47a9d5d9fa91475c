/**
 * What the summarising call is asked, with and without pictures. What it is given is that of the published agents; the
 * wording is ours.
 *
 * Source: AndroidWorld reference code, `m3a.py` and `t3a.py`.
 */
export const M3A_PROMPTS = {
  summarise: `You operate an Android phone for a user, one action at a time. You have just taken an action; sum up what it came to, for yourself at later steps.

The user's goal: {{instruction}}

The elements before the action:
{{before}}

The elements after the action:
{{after}}

The action: {{action}}
Why it was chosen: {{reason}}

{{pictures}}

Compare what was meant with what happened. Say whether it worked, and if not, what may be the cause and what to try instead. Keep what the goal needs and later screens will not show: a name, a number, a text that was read. An answer or a wait changes nothing on the screen and has worked all the same. Write one line of at most 50 words.

Summary of this step:`,
  /** Where there are pictures. */
  pictures: `The two pictures are the screens with numbered elements: first the one before the action, then the one after it, which has the word "after" in its lower right corner.`,
} as const;

/** Remarks that stand in a history in place of a summary. */
export const REMARKS = {
  unreadable: 'The answer was not of the form that was asked for, so nothing was done.',
  noAction: 'The action was none of the list with what it needs, so nothing was done.',
  noSuchElement: 'The index named no element of the list, so nothing was done.',
  failed: (name: string) => `Something went wrong with the action ${name}.`,
  noSummary: 'Nobody summed up this step.',
} as const;
