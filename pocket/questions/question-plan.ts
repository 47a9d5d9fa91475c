/** An option and the page or state of the world that it speaks of. */
export type PlannedOption = readonly [text: string, state: string];

/** Ends of a task, of which one is what its instruction asks for. */
export interface GoalPlan {
  readonly id: string;
  /** The task whose instruction is asked about. */
  readonly task: string;
  readonly right: PlannedOption;
  readonly wrong: readonly [PlannedOption, PlannedOption, PlannedOption];
}

/** Pages, of which one has an element. */
export interface KnowledgePlan {
  readonly id: string;
  readonly question: string;
  readonly app: string;
  /** Text or description of the element that decides. */
  readonly element: string;
  readonly right: PlannedOption;
  readonly wrong: readonly [PlannedOption, PlannedOption, PlannedOption];
}
