import { z } from 'zod';

const common = {
  id: z.string().min(1),
  title: z.string().optional(),
  /** What a model needs to be able to do to get here; the 15 atomic capabilities or a benchmark's own words. */
  abilities: z.array(z.string()).default([]),
};

/** Reached when one of these states is visited: node ids of the graph, or ids of single screens. */
export const ScreenMilestoneSchema = z.object({
  ...common,
  type: z.literal('screen'),
  screens: z.array(z.string()).min(1),
  /** It must be reached, and earns no completion: any script comes by. */
  credit: z.literal(false).optional(),
});
export type ScreenMilestone = z.infer<typeof ScreenMilestoneSchema>;

/** Reached when the text the agent ends with (or answers) equals one of these after trimming, case folded. */
export const AnswerMilestoneSchema = z.object({
  ...common,
  type: z.literal('answer'),
  accepted: z.array(z.string()).min(1),
});
export type AnswerMilestone = z.infer<typeof AnswerMilestoneSchema>;

export interface MilestoneGroup {
  id: string;
  title?: string | undefined;
  abilities: string[];
  type: 'group';
  /** `ordered`: a child counts only once its elder siblings are reached · `alternatives`: any one child is enough. */
  order: 'ordered' | 'unordered' | 'alternatives';
  children: Milestone[];
}
export type Milestone = ScreenMilestone | AnswerMilestone | MilestoneGroup;

export const MilestoneGroupSchema: z.ZodType<MilestoneGroup> = z.object({
  ...common,
  type: z.literal('group'),
  order: z.enum(['ordered', 'unordered', 'alternatives']),
  children: z.lazy(() => z.array(MilestoneSchema).min(1)),
});

/** A state a task must pass through, on any path; groups nest. */
export const MilestoneSchema: z.ZodType<Milestone> = z.lazy(() =>
  z.union([ScreenMilestoneSchema, AnswerMilestoneSchema, MilestoneGroupSchema]),
);

/** Milestones with all that is in their groups, and the groups. */
export function everyMilestone(milestones: readonly Milestone[]): readonly Milestone[] {
  return milestones.flatMap((milestone) =>
    milestone.type === 'group' ? [milestone, ...everyMilestone(milestone.children)] : [milestone],
  );
}
