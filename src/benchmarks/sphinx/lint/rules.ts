import { defineRules, type RuleTable } from '../../../lint/define-rules.js';

const TABLE = {
  'sphinx/unreadable': [
    'error',
    'A recording or its rules cannot be read, so the pair is void.',
    'Download the folder again.',
  ],
  'sphinx/missing-recording': [
    'warning',
    'Task files name pairs that have no recording here.',
    'Download the folders that are missing; until then these pairs are void.',
  ],
  'sphinx/recording-without-task': [
    'note',
    'A recording is named by no task file, so it has no instruction.',
    'It is the split "extra".',
  ],
  'sphinx/surplus-screens': [
    'note',
    'A recording has more screens than actions.',
    'The surplus is left out.',
  ],
  'sphinx/fails-own-rules': [
    'error',
    'A recorded trajectory fails the rules of its own task.',
    'Repair the rules; nobody can solve the task along the recorded path.',
  ],
  'sphinx/weak-goal': [
    'error',
    'To stop on the first screen satisfies the rules of a task.',
    'Ask for something that takes doing.',
  ],
  'sphinx/repeated-rule': [
    'warning',
    'Two equal parts in sequence, which one action satisfies.',
    'Score in corrected mode, where each part takes an action of its own.',
  ],
  'sphinx/fragile-rule': [
    'warning',
    'A rule depends on what changes with the layout, or on white space.',
    'Identify the element by its text or resource id.',
  ],
  'sphinx/element-not-on-screen': [
    'warning',
    'The element of a recorded action is not on its screen.',
    'Take the point of the action, not its element.',
  ],
  'sphinx/ambiguous-element': [
    'note',
    'Several nodes of a screen have the attributes of the recorded element.',
    'The first in node order is meant.',
  ],
  'sphinx/target-no-widget': [
    'note',
    'The recorded target is not interactable, so it has no number that an agent could name.',
    'A child or an ancestor takes its place.',
  ],
  'sphinx/action-not-offered': [
    'note',
    'A recorded action is of a kind that its element does not offer.',
    'Actions are carried out all the same.',
  ],
  'sphinx/out-of-reach': [
    'warning',
    'No widget reaches the target of a recorded action.',
    'Only an agent that names points can repeat it.',
  ],
  'sphinx/no-direction': ['note', 'Recorded swipes have no direction.', 'A direction cannot be judged.'],
  'sphinx/empty-screen': [
    'warning',
    'A screen shows windows of the system alone.',
    'An agent that reads the hierarchy sees nothing there.',
  ],
  'sphinx/unknown-app': [
    'warning',
    'An app has no row in apk-info.csv.',
    'Add its row before running it on a device.',
  ],
  'sphinx/other-package': [
    'warning',
    'A recording starts in another package than apk-info.csv gives its app.',
    'Correct the package before running it on a device.',
  ],
  'sphinx/shared-package': [
    'note',
    'Several apps have one package, so only one of them can be installed.',
    'Install them one after the other.',
  ],
  'sphinx/app-without-task': [
    'note',
    'A row of apk-info.csv or a login script belongs to no app of the task files.',
    'It is not needed.',
  ],
  'sphinx/empty-login-script': [
    'note',
    'A login script does nothing.',
    'Log in by hand, or record the script.',
  ],
  'sphinx/skills': [
    'note',
    'The parts of a recording disagree with its steps.',
    'Go by the indices, not by the length.',
  ],
  'sphinx/question-oddity': [
    'note',
    'A question names its app oddly.',
    'Do not group questions by these names.',
  ],
  'sphinx/answer-skew': [
    'note',
    'The right answers are spread unevenly over the letters.',
    'Compare with always giving the commonest letter.',
  ],
  'sphinx/missing-screen': [
    'warning',
    'Grounding tasks have no screen here.',
    'Download the files that are missing; until then these tasks are void.',
  ],
  'sphinx/orphan-screen': [
    'note',
    'Screens belong to no grounding task.',
    'They are left over from tasks that were dropped.',
  ],
  'sphinx/grounding-out-of-reach': [
    'warning',
    'No widget has its centre in the target of a grounding task, so no answer by number is right.',
    'Leave the task out, or let the model answer with a point.',
  ],
  'sphinx/case-twins': [
    'note',
    'Two folders differ only in case.',
    'Keep them apart; do not unpack them on a disk that folds case.',
  ],
  'sphinx/personal-data': [
    'warning',
    'A recorded screen holds an e-mail address.',
    'Do not publish this screen.',
  ],
} as const satisfies RuleTable<string>;

export type SphinxRuleId = keyof typeof TABLE;

/** Kinds of defects that SPHINX's data alone have. */
export const { rules: SPHINX_RULES, found: foundInSphinx } = defineRules<SphinxRuleId>(TABLE);
