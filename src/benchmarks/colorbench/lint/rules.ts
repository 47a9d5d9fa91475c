import { defineRules, type RuleTable } from '../../../lint/define-rules.js';

const TABLE = {
  'colorbench/picture-size': [
    'warning',
    'A picture is not as large as most of them.',
    'Check that it is the published picture: the screen is as large as its picture, and touches are pixels of it.',
  ],
} as const satisfies RuleTable<string>;

/** Rules for ColorBench's data alone. */
export const { rules: COLORBENCH_RULES, found: foundInColorbench } = defineRules<keyof typeof TABLE>(TABLE);
