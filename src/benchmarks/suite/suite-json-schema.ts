import { z } from 'zod';
import { TaskSchema } from '../../domain/task.js';
import { ExpectationSchema } from '../../evaluators/expectations/expectation.js';
import { RuleMapSchema, TreeRuleSchema } from '../../evaluators/tree-rules/rule.js';
import { toJsonSchema } from '../../formats/json-schemas.js';
import { SuiteFileSchema } from '../../formats/suite/suite-file.js';

/** What rules most often ask of a node, a page or an action, for editors to offer. */
const KEYS: Readonly<Record<string, string>> = {
  text: 'Text of the node.',
  'content-desc': 'Description of the node for screen readers.',
  'resource-id': 'Full id of the node, such as com.example.app:id/title.',
  class: 'Class of the node, such as android.widget.TextView.',
  checked: '"true" or "false".',
  selected: '"true" or "false".',
  enabled: '"true" or "false".',
  activity: 'Activity of the page, without its package; compared exactly.',
  action_type: 'click, longclick, input, swipe, back, enter, restart or stop.',
  message: 'Typed text.',
};

const FIND = { match_type: 'equal', match_rules: { text: '$1' }, check_type: 'equal', check_rules: {} };

/** What an editor puts in where a new evaluator begins; a keyword of VS Code, unknown to validators. */
const SNIPPETS = [
  { label: 'an element is on some page', body: { type: 'findelement', ...FIND } },
  { label: 'an element is on the last page', body: { type: 'stoppage', ...FIND } },
  {
    label: 'an action was done',
    body: { type: 'findaction', ...FIND, match_rules: { action_type: 'click', 'resource-id': '$1' } },
  },
  { label: 'rules in order', body: { type: 'rule', order: 'sequential', evaluators: ['$1'] } },
];

/** The JSON Schema of `suite.json` with its evaluators in full, for editors to complete and check. */
export function suiteJsonSchema(): Record<string, unknown> {
  const evaluators = z
    .array(z.union([TreeRuleSchema, ExpectationSchema]))
    .meta({ description: 'Rules that must hold in addition to the milestones.' })
    .optional();
  const file = SuiteFileSchema.extend({ tasks: z.array(TaskSchema.extend({ evaluators })) });
  return toJsonSchema(file, 'Touchstone suite, format 2', {
    override: ({ zodSchema, jsonSchema, path }) => {
      // The rule of a precondition, prohibition or obligation; what it is like stands with the evaluators.
      if (path.at(-2) === 'properties' && path.at(-1) === 'rule' && path.includes('tasks')) {
        jsonSchema.description ??= 'A rule as in evaluators (docs/tree-rules.md).';
        jsonSchema.type ??= 'object';
      }
      if (zodSchema === RuleMapSchema) {
        jsonSchema.properties = Object.fromEntries(
          Object.entries(KEYS).map(([key, description]) => [key, { type: 'string', description }]),
        );
      }
      if (jsonSchema.type === 'array' && jsonSchema.description?.startsWith('Rules that') === true) {
        Object.assign(jsonSchema.items ?? {}, { defaultSnippets: SNIPPETS });
      }
    },
  });
}
