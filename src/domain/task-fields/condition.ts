import { z } from 'zod';

/** What the start screen must be like, or an episode must or must not contain. */
const state = z.object({
  type: z.literal('state').describe('One of these states is visited.'),
  /** Node ids of the graph, ids of single screens, or what a live app calls its own state. */
  states: z.array(z.string().min(1)).min(1),
});

const rule = z.object({
  type: z.literal('rule').describe('A rule over the trajectory holds.'),
  /** A rule of docs/tree-rules.md; checked by what evaluates it. */
  rule: z.unknown(),
});

const text = z.object({
  type: z.literal('text').describe('One of these texts is typed.'),
  texts: z.array(z.string().min(1)).min(1),
  /** `include`: what is typed contains the text; `equal`: it is the text. Case folded, without blanks at the ends. */
  match: z.enum(['equal', 'include']).default('include'),
});

const named = { id: z.string().min(1), title: z.string().optional() };

/** Something that an episode shows or does, in one of three ways. */
export type Condition =
  | Pick<z.infer<typeof state>, 'type' | 'states'>
  | Pick<z.infer<typeof rule>, 'type' | 'rule'>
  | Pick<z.infer<typeof text>, 'type' | 'texts' | 'match'>;

/** Must hold on the start screen; where it does not, the environment is not in the task's start state. */
export const PreconditionSchema = z.discriminatedUnion('type', [state, rule]);

/** Must not happen; where it does, the task is failed. */
export const ProhibitionSchema = z.discriminatedUnion('type', [
  state.extend(named),
  rule.extend(named),
  text.extend(named),
]);

const goal = {
  ...named,
  /** Id of another obligation or of a milestone: it must have happened before that first did. */
  before: z.string().min(1).optional(),
};

/** Must have happened at some time, whatever the screen shows in the end. */
export const ObligationSchema = z.discriminatedUnion('type', [
  state.extend(goal),
  rule.extend(goal),
  text.extend(goal),
]);
