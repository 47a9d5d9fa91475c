import type { FindingRule } from '../domain/finding.js';
import { defineRules, type RuleTable } from './define-rules.js';

const TABLE = {
  'file/unreadable': [
    'error',
    'A file cannot be read.',
    'Put the file in place, or correct the path that names it.',
  ],
  'file/syntax': [
    'error',
    'A file breaks the grammar of its format.',
    'Repair the file at this place; `--repair` puts missing commas in.',
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
    'A typing edge has an empty text, which matches any typed text.',
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
    'Repair the file at this place, or record the screen again.',
  ],
  'world/whole-screen-tap': [
    'warning',
    'A tap anywhere on a screen leads on, so that an agent gets there without looking.',
    'Write the area that is tapped, unless the screen really takes a tap anywhere.',
  ],
  'world/todo-left': [
    'warning',
    'A title or an instruction still says TODO.',
    'Write what is meant, and take the TODO out.',
  ],
  'live/no-state': [
    'warning',
    'A task waits for a state, and no app says its own.',
    'Let an app say it (`window.touchstone.state`), or give the task evaluator rules.',
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
  'task/prohibitions-alone': [
    'warning',
    'A task has prohibitions alone, so no episode of it is decided: doing nothing keeps all of them.',
    'Say what has to be done as well: milestones, evaluators or obligations.',
  ],
  'task/unknown-start': ['error', 'A task starts on a node that is not there.', 'Name a node of the graph.'],
  'task/unknown-app': [
    'warning',
    'A task names an app that the launcher does not know.',
    'Correct the name, or add the app.',
  ],
  'task/broken-rule': [
    'error',
    'An evaluator of a task has the wrong shape.',
    'Compare it with docs/test-cases.md; an editor shows the same with the schema of the suite.',
  ],
  'task/unknown-attribute': [
    'warning',
    'A rule asks for an attribute that no element of any recorded page has, so it never holds.',
    'Correct the name of the attribute.',
  ],
  'task/no-hierarchies': [
    'error',
    'The rules of a task read UI hierarchies, and no screen of the world has one, so every episode is void.',
    'Put NAME.xml, as `uiautomator dump` writes it, next to each picture and name it in graph.json; or give the task milestones.',
  ],
  'task/rule-never-holds': [
    'warning',
    'No recorded page has the element that a rule asks for, so it never holds.',
    'Correct the rule, or record the page it speaks of.',
  ],
  'task/unfinished-expectation': [
    'error',
    'What a test case expects has no rule yet, so its task is not scored.',
    'Write a rule and set its status to "ready", or to "not_checked" with a reason.',
  ],
  'task/draft-expectation': [
    'error',
    'The rule proposed for what a test case expects has not been reviewed, so its task is not scored.',
    'Confirm it with `touchstone tasks review`, or correct the rule and set its status to "ready".',
  ],
  'task/unchecked-expectation': [
    'note',
    'What a test case expects is left out of the score, on purpose.',
    'Read the results of this task with that in mind.',
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
  'task/unsolvable': [
    'error',
    'No sequence of actions solves this task.',
    'Repair what its milestones need.',
  ],
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
    'Chance decides whether the task is solved within its step budget.',
    'Compare the success rate of this task with the chance of an agent that does its best, or raise its step budget.',
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

  'task/text-not-needed': [
    'warning',
    'The shortest solution passes with other texts than it types.',
    'Let a typing edge or a rule ask for the text.',
  ],
  'task/passes-without-name': [
    'warning',
    'A sequence of actions passes that never touches what the instruction names.',
    'Ask for a screen, an element or a text that says it.',
  ],
  'audit/met-by-doing-nothing': [
    'error',
    'A milestone or rule is met by an agent that only waits.',
    'Name a state that takes doing to reach.',
  ],
  'audit/solved-blindly': [
    'warning',
    'A blind baseline solves a task.',
    'Ask for more than chance or habit brings about.',
  ],
  'audit/solved-with-spoiled-texts': [
    'warning',
    "The oracle's route solves a task with other texts than it types.",
    'Let a typing edge or a rule ask for the text.',
  ],

  'recording/broken': [
    'error',
    'A recorded episode cannot be read, so it is void.',
    'Repair the file at this place, or download it again.',
  ],
  'recording/duplicate-id': ['error', 'Two episodes have one id.', 'Give every episode an id of its own.'],
  'recording/missing-picture': [
    'error',
    'A step has no screenshot.',
    'Download the pictures that are missing; an agent that needs the screenshot cannot do this step.',
  ],
  'recording/broken-picture': ['error', 'A screenshot cannot be decoded.', 'Download or record it again.'],
  'recording/blank-picture': [
    'warning',
    'A screenshot shows nothing but one colour.',
    'Check that the screen was not protected or still loading when it was recorded.',
  ],
  'recording/picture-size': [
    'error',
    'A screenshot does not have the size that was recorded, or not that of the others of its episode.',
    'Correct the size; positions in pixels are wrong until then.',
  ],
  'recording/same-screen': [
    'note',
    'The screenshot is the same before and after the action, so the action had no visible effect.',
    'Check that the step belongs to the task.',
  ],
  'recording/action-off-screen': [
    'error',
    'An action is outside the screen.',
    'Correct the position; nothing is there to be touched.',
  ],
  'recording/box-off-screen': ['warning', 'The area of an element leaves the screen.', 'Correct the area.'],
  'recording/box-without-area': [
    'warning',
    'The area of an element has no width or no height.',
    'Correct the area, or leave it out so that the distance decides.',
  ],
  'recording/broken-box': [
    'error',
    'The area of an element is not four numbers.',
    'Write left, top, right and bottom, or leave it empty.',
  ],
  'recording/point-outside-box': [
    'warning',
    'A touch lies outside the bounds of its annotated element.',
    'Correct the point or the area; an agent that repeats the recording may be judged wrong.',
  ],
  'recording/touch-without-box': [
    'note',
    'A touch has no area of an element, where others have one.',
    'Score in corrected mode, where the distance decides; in reference mode such a step cannot be right.',
  ],
  'recording/empty-text': [
    'warning',
    'Nothing is typed by a step that types.',
    'Correct the text, or remove the step; an empty text matches any typed text.',
  ],
  'recording/foreign-action': [
    'error',
    'An action is none that can be compared.',
    'Write it in the words of the format.',
  ],
  'recording/foreign-word': [
    'note',
    'A word stands in the description of the format, but its published code does not know it.',
    'It is read as what it means; in reference mode the episode is void.',
  ],
  'recording/no-end': [
    'error',
    'An episode does not end with a step that says it is over.',
    'Add the step that ends it, or remove the episode.',
  ],
  'recording/early-end': [
    'error',
    'A step says that the episode is over, and more steps follow.',
    'Cut the episode there, or remove the step.',
  ],
  'recording/step-numbers': [
    'error',
    'The numbers of the steps do not count from 0 by one.',
    'Bring the steps into order; the history shows earlier steps in the order of the file.',
  ],
  'recording/step-count': [
    'error',
    'An episode has more or fewer steps than it says.',
    'Correct the number, or get the missing steps: scores of whole episodes mean nothing without.',
  ],
  'recording/unknown-label': [
    'warning',
    'A category or device is none of the dataset.',
    'Correct its spelling; results are tabled by it.',
  ],
  'recording/no-instruction': ['error', 'An episode has no instruction.', 'Write what is to be done.'],
  'recording/unfilled-instruction': [
    'warning',
    'An instruction has a hole that a template left open.',
    'Fill it, and check that the rewritten instruction still asks for the same.',
  ],
  'recording/duplicate-instruction': [
    'warning',
    'Several episodes are asked for the same in the same words.',
    'Keep one, or say in what they differ, unless recordings of several people are wanted.',
  ],
  'recording/leaked-instruction': [
    'warning',
    'Test episodes ask for what training episodes ask for, in the same words.',
    'Put them on one side; what was trained on is no test.',
  ],
  'recording/missing-annotation': [
    'note',
    'A step lacks an annotation that others have.',
    'Annotate it, or leave the step out where that annotation is used.',
  ],
  'recording/split-overlap': [
    'error',
    'An episode is for training and for testing at once.',
    'Take it off one of the two.',
  ],
  'recording/split-absent': [
    'error',
    'A split lists an episode that is not there.',
    'Download it; until then it is void.',
  ],
  'recording/split-repeated': ['warning', 'A split lists an episode more than once.', 'List it once.'],
  'recording/split-left-out': [
    'note',
    'An episode is on neither side of a split.',
    'Put it on one, unless it was left out on purpose.',
  ],
  'recording/not-completed': [
    'error',
    'A reviewer says that the steps of an episode do not carry out its instruction.',
    'Remove the episode, or record it again.',
  ],
  'recording/not-equivalent': [
    'error',
    'A reviewer says that an instruction asks for something else than its original task.',
    'Word the instruction again.',
  ],
  'recording/not-reviewed': [
    'note',
    'Episodes have no verdict, where others have one.',
    'Have a person review them before the dataset is published.',
  ],
  'recording/review-absent': ['warning', 'A verdict is on an episode that is not there.', 'Correct its id.'],
} as const satisfies RuleTable<string>;

export type RuleId = keyof typeof TABLE;

const SHARED = defineRules<RuleId>(TABLE);

/** Every kind of defect that no benchmark has to itself, by id. */
export const RULES: ReadonlyMap<string, FindingRule> = new Map(SHARED.rules.map((rule) => [rule.id, rule]));

/** A finding of one of them. */
export const { found } = SHARED;
