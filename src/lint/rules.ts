import type { Finding, FindingRule } from '../domain/finding.js';

/** Every kind of defect the linter knows, by id. */
const TABLE = {
  'file/unreadable': [
    'error',
    'A file cannot be read.',
    'Put the file in place, or correct the path that names it.',
  ],
  'file/syntax': [
    'error',
    'A file breaks the grammar of its format.',
    'Mend the file at this place; `--repair` puts missing commas in.',
  ],
  'file/repaired': [
    'note',
    'A missing comma was put in.',
    'Nothing is left to do; compare the file with its source if in doubt.',
  ],
  'file/repeated-key': [
    'error',
    'A JSON object gives one key twice, so the earlier value is lost.',
    'Rename or remove one of the two.',
  ],
  'file/schema': [
    'error',
    'A value does not have the shape its format asks for.',
    'Compare the file with its format (docs/formats.md).',
  ],
  'file/contradiction': [
    'error',
    'A file contradicts itself.',
    'Give every id once, and let every reference name something that is there.',
  ],

  'graph/empty-edge': [
    'warning',
    'An edge has no action, so it never fires.',
    'Add the action that leads there, or remove the edge.',
  ],
  'graph/edge-never-fires': [
    'warning',
    'No action an agent can take fires this edge.',
    'Correct its actions, or remove the edge.',
  ],
  'graph/unlisted-target': [
    'warning',
    'An edge leads to a node that the file does not list; it is a dead end.',
    'List the node, or remove the edge.',
  ],
  'graph/unreachable-node': [
    'warning',
    'Nothing leads to this node.',
    'Add the edge that leads here, or remove the node.',
  ],
  'graph/dead-end': [
    'note',
    'Nothing leads on from this node but BACK, HOME and opening an app.',
    'Check that the page really offers nothing to tap.',
  ],
  'graph/ambiguous-click': [
    'warning',
    'The point recorded for one edge fires another edge as well, and chance decides.',
    'Shrink one of the boxes.',
  ],
  'graph/overlapping-boxes': [
    'warning',
    'Two click boxes that lead to different nodes overlap.',
    'Shrink one of the boxes.',
  ],
  'graph/ambiguous-action': [
    'warning',
    'One swipe, key or text fires edges to different nodes, and chance decides.',
    'Keep one of the edges, or make their actions differ.',
  ],
  'graph/box-off-screen': [
    'warning',
    'A box leaves the screen.',
    'Correct the box; a point that is not on the screen cannot be touched.',
  ],
  'graph/box-without-area': ['warning', 'A box has no width or no height.', 'Correct the box.'],
  'graph/point-outside-box': [
    'warning',
    'The point recorded for an action lies outside its own box.',
    'Correct the point or the box.',
  ],
  'graph/empty-text': [
    'warning',
    'A typing edge has an empty text, which matches whatever is typed.',
    'Write the text that leads there.',
  ],
  'graph/repeated-wait': [
    'note',
    'An edge lists waiting more than once, which gives it more weight when chance decides.',
    'Keep one of them.',
  ],
  'graph/ambiguous-app': [
    'note',
    'Opening this app leads to several nodes, and chance decides.',
    'Keep one entry unless the app really starts differently.',
  ],
  'graph/ignored-app-name': [
    'note',
    'An edge opens an app under several names, of which only the first counts in reference mode.',
    'Write one name per edge.',
  ],
  'graph/icon-without-app': [
    'warning',
    'An icon on the root opens an app that has no entry, which ends the episode in reference mode.',
    'Add the entry, or remove the icon.',
  ],
  'graph/app-without-entry': ['error', 'An app of the launcher leads nowhere.', 'Name the node it opens on.'],

  'world/missing-file': [
    'error',
    'A file that a screen names is not there.',
    'Put the file in place, or correct the path.',
  ],
  'world/broken-picture': ['error', 'A picture cannot be decoded.', 'Record the screen again.'],
  'world/picture-size': [
    'error',
    'A picture does not have the size of its screen.',
    'Correct the size, or record the screen again.',
  ],
  'world/broken-hierarchy': [
    'error',
    'A UI hierarchy cannot be parsed.',
    'Mend the file at this place, or record the screen again.',
  ],
  'world/orphan-file': ['warning', 'No screen names this file.', 'Remove it, or name it.'],

  'task/duplicate-id': ['error', 'Two tasks have one id.', 'Give every task an id of its own.'],
  'task/duplicate-instruction': [
    'error',
    'Two tasks have one instruction.',
    'Say in what they differ, or remove one.',
  ],
  'task/missing-language': [
    'warning',
    'A task has no instruction in a language of its suite.',
    'Translate it, or take the language off the suite.',
  ],
  'task/no-milestone': ['error', 'A task has no success rule.', 'Add milestones or evaluators.'],
  'task/unknown-start': ['error', 'A task starts on a node that is not there.', 'Name a node of the graph.'],
  'task/unknown-app': [
    'warning',
    'A task names an app that the launcher does not know.',
    'Correct the name, or add the app.',
  ],
  'task/milestone-absent': [
    'error',
    'A milestone names a state that is not in the graph.',
    'Correct the id.',
  ],
  'task/milestone-unreachable': [
    'error',
    'Nothing leads to any state of this milestone.',
    'Add the missing edge, or name another state.',
  ],
  'task/milestone-answer': [
    'error',
    'A milestone wants an answer, which reference scoring never counts.',
    'Use corrected mode, or a state instead of the answer.',
  ],
  'task/milestone-on-start': [
    'error',
    'A milestone is met before the first action.',
    'Name a state that takes doing to reach.',
  ],
  'task/repeated-screen': ['note', 'A milestone lists one state twice.', 'Keep one of them.'],
  'task/shared-screen': [
    'note',
    'Two milestones of a task share a state, so one visit meets both.',
    'Check that this is meant.',
  ],
  'task/unsolvable': ['error', 'No sequence of actions solves this task.', 'Mend what its milestones need.'],
  'task/over-budget': [
    'error',
    'The shortest solution takes more steps than the budget allows.',
    'Raise the step budget of this task.',
  ],
  'task/label-beaten': [
    'warning',
    'A route shorter than the annotated best one solves the task.',
    'Correct the number, or what the task asks for.',
  ],
  'task/needs-luck': [
    'note',
    'Every solution passes through draws of chance.',
    'Read the success rate of this task beside the chance its best route has.',
  ],
  'task/not-provable': [
    'note',
    'Whether the task can be solved was not proved.',
    'Give it milestones, or replay a recorded solution.',
  ],
  'task/witness-fails': [
    'error',
    'The shortest solution found does not pass the benchmark’s own scoring.',
    'Compare milestones and evaluators of the task.',
  ],
  'task/long-name': [
    'warning',
    'An instruction is too long to be a folder name, which the published scorer makes of it.',
    'Store results by task id.',
  ],
  'task/unsafe-name': [
    'note',
    'An instruction holds characters that folder names cannot have everywhere.',
    'Store results by task id.',
  ],
} as const satisfies Record<string, readonly [FindingRule['severity'], string, string]>;

export type RuleId = keyof typeof TABLE;

export const RULES: ReadonlyMap<string, FindingRule> = new Map(
  Object.entries(TABLE).map(([id, [severity, title, hint]]) => [id, { id, severity, title, hint }]),
);

type JsonPath = readonly (string | number)[];

/** A finding of a rule. Lines and columns are filled in later, by `locateFindings`, for all findings of a file at once. */
export function found(
  rule: RuleId,
  what: {
    readonly message: string;
    readonly file: string | null;
    readonly path?: JsonPath;
    readonly subjects: readonly string[];
    readonly details?: Record<string, unknown>;
    readonly hint?: string;
    readonly severity?: Finding['severity'];
  },
): Finding {
  return {
    rule,
    severity: what.severity ?? TABLE[rule][0],
    message: what.message,
    ...(what.hint === undefined ? {} : { hint: what.hint }),
    place:
      what.file === null
        ? null
        : { file: what.file, ...(what.path === undefined ? {} : { path: [...what.path] }) },
    subjects: [...what.subjects],
    ...(what.details === undefined ? {} : { details: what.details }),
  };
}
