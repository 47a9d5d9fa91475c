export { defineEvaluator } from './define-evaluator.js';
export type { Evaluator, EvaluatorInput } from './evaluator.js';
export { evaluateMilestones, milestonesEvaluator } from './milestones.js';
export type { MilestoneOutcome, MilestoneResult } from './milestones.js';
export { parseSphinxRules } from './tree-rules/rule.js';
export type { SphinxRule } from './tree-rules/rule.js';
export { sphinxEvaluator } from './tree-rules/tree-rules-evaluator.js';
