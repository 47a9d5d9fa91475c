import type { TreeRule } from '../../src/evaluators/tree-rules/rule.js';

/** A node by `app:name`: its resource id in the app's package. */
function resource(name: string): string {
  const [app = '', id = ''] = name.split(':');
  return `com.pocket.${app}:id/${id}`;
}

/** What else a node must be; `on` is the activity. */
interface Looks {
  readonly text?: string;
  readonly description?: string;
  readonly checked?: boolean;
  readonly on?: string;
}

function lookRules({ text, description, checked, on }: Looks): Record<string, string> {
  return {
    ...(text !== undefined && { text }),
    ...(description !== undefined && { 'content-desc': description }),
    ...(checked !== undefined && { checked: String(checked) }),
    ...(on !== undefined && { activity: on }),
  };
}

/** Some screen showed the node. */
export function shown(name: string, looks: Looks): TreeRule {
  return {
    type: 'findelement',
    match_type: 'equal',
    match_rules: { 'resource-id': resource(name), ...lookRules(looks) },
    check_type: 'equal',
    check_rules: {},
  };
}

/** The node was tapped. */
export function tapped(name: string, looks: Looks = {}): TreeRule {
  return {
    type: 'findaction',
    match_type: 'equal',
    match_rules: { action_type: 'click', 'resource-id': resource(name), ...lookRules(looks) },
    check_type: 'equal',
    check_rules: {},
  };
}

/** A text was typed. */
export function wrote(message: string): TreeRule {
  return {
    type: 'findaction',
    match_type: 'include',
    match_rules: { action_type: 'input', message },
    check_type: 'equal',
    check_rules: {},
  };
}

/** When the first node was tapped, the second one on the same screen said this. */
export function tappedWhile(
  name: string,
  beside: string,
  text: string,
  match: 'equal' | 'include' = 'equal',
): TreeRule {
  return {
    type: 'findelementbyaction',
    action_match_type: 'equal',
    action_match_rules: { action_type: 'click', 'resource-id': resource(name) },
    element_match_type: 'equal',
    element_match_rules: { 'resource-id': resource(beside) },
    check_type: match,
    check_rules: { text },
  };
}

/** The last screen shows the node. */
export function endsWith(name: string, looks: Looks): TreeRule {
  return {
    type: 'stoppage',
    match_type: 'equal',
    match_rules: { 'resource-id': resource(name), ...lookRules(looks) },
    check_type: 'equal',
    check_rules: {},
  };
}

/** One after the other. */
export function inOrder(...evaluators: readonly TreeRule[]): TreeRule {
  return { type: 'rule', order: 'sequential', evaluators: [...evaluators] };
}
