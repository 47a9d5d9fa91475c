export { defineEvaluator } from './define-evaluator.js';
export type { Evaluator, EvaluatorInput } from './evaluator.js';
export { evaluateMilestones, milestonesEvaluator } from './milestones.js';
export type { MilestoneOutcome, MilestoneResult } from './milestones.js';
export { parseTreeRules } from './tree-rules/rule.js';
export type { TreeRule } from './tree-rules/rule.js';
export { treeRulesEvaluator } from './tree-rules/tree-rules-evaluator.js';
