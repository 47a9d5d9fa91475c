export type { Evaluator, EvaluatorInput } from './evaluator.js';
export { evaluateMilestones, milestonesEvaluator } from './milestones.js';
export type { MilestoneOutcome, MilestoneResult } from './milestones.js';
export { parseSphinxRules } from './sphinx/rule.js';
export type { SphinxRule } from './sphinx/rule.js';
export { sphinxEvaluator } from './sphinx/sphinx-evaluator.js';
