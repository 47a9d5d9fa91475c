import { coordinateSpan } from '../../../domain/coordinates/coordinate-rule.js';
import type { Size } from '../../../domain/geometry.js';
import type { PromptInput } from '../dialect.js';
import { fillTemplate } from '../fill-template.js';
import { labelled } from '../prompt-parts.js';
import { FINAL_PHRASE } from './extract-action.js';
import type { BracketedGrammar } from './parse-bracketed.js';

/** What the model sees of a screen. Source: SPHINX paper, observations. */
export type BracketedView = 'tree' | 'simplified' | 'leaves' | 'annotated_image' | 'image';

/** Prompt texts; each may be replaced by one of the user's own. */
const PROMPTS = {
  role: `You operate an Android app for a user and choose one action at a time. You are given:
TASK: what the user wants.
OBSERVATION: the current screen.
PREVIOUS ACTION: what you did last.
{{skill_note}}
`,
  widget_actions: `Actions, where the number is the index of an element in the observation:
click [index]: tap the element.
longclick [index]: press and hold the element.
text [index] [content]: replace what the element holds by the content.
swipe [index] [direction]: move the finger over the element; the direction is up, down, left or right.
press [back]: go back.
press [restart]: start the app again.
press [home]: press the home button.
press [none]: wait and do nothing.
press [enter]: press the Enter key.
press [stop]: end, because the task is done.
{{replan}}
`,
  point_actions: `Actions, where x and y are whole pixels of the picture, origin top left:
click [x,y]: tap there.
longclick [x,y]: press and hold there.
text [x,y] [content]: tap there and replace what the field holds by the content.
swipe [x1,y1] [x2,y2]: move the finger from the first position to the second.
press [back]: go back.
press [restart]: start the app again.
press [home]: press the home button.
press [none]: wait and do nothing.
press [enter]: press the Enter key.
press [stop]: end, because the task is done.
{{replan}}
`,
  rules: `Rules:
1. Choose an action that the current screen allows.
2. Choose exactly one action.
3. Reason step by step before you choose.
4. End with the phrase "{{phrase}}" and the action between triple backticks, for instance: {{phrase}} \`\`\`{{example}}\`\`\`.
5. Choose press [stop] as soon as the task is done.`,
  tree: `{{elements}}`,
  picture: `The picture shows the screen. Its resolution is {{width}} * {{height}}.`,
  marks: `The picture shows the screen. Elements are outlined and carry their index; the colour says what can be done with
them: red click, purple longclick, blue text, green swipe.`,
  turn: `{{role}}

{{actions}}

{{rules}}

OBSERVATION:
{{observation}}

TASK: {{instruction}}
{{step}}
PREVIOUS ACTION: {{previous}}
{{skill}}
`,
} as const;

/** The prompts of a grammar and a view, by name. */
export function bracketedPrompts(
  { by }: Pick<BracketedGrammar, 'by'>,
  view: BracketedView,
): Record<'role' | 'actions' | 'rules' | 'observation' | 'turn', string> {
  const { role, rules, turn, widget_actions, point_actions, tree, picture, marks } = PROMPTS;
  const actions = by === 'point' ? point_actions : widget_actions;
  const observation = { tree, simplified: tree, leaves: tree, annotated_image: marks, image: picture }[view];
  return { role, actions, rules, observation, turn };
}

/** The text of one step. */
export function bracketedText(
  input: PromptInput,
  templates: Readonly<Record<string, string>>,
  grammar: BracketedGrammar,
): string {
  const skill = input.notes['skill'] ?? '';
  const values = {
    ...sharedValues(input, templates, grammar),
    role: fill(templates, 'role', {
      skill_note: skill === '' ? '' : 'SKILL: steps that lead to the goal.',
    }),
    instruction: input.instruction,
    step: labelled('CURRENT STEP: ', input.stepInstruction),
    previous: previousAction(input, grammar),
    skill: skill === '' ? '' : `SKILL: ${skill}`,
  };
  return fill(templates, 'turn', values).trimEnd();
}

/** Values for actions, rules and observation, which grounding asks with as well. */
export function sharedValues(
  input: PromptInput,
  templates: Readonly<Record<string, string>>,
  grammar: BracketedGrammar,
): { readonly actions: string; readonly rules: string; readonly observation: string } {
  const size = pictureSize(input, grammar);
  return {
    actions: fill(templates, 'actions', {
      replan: grammar.replan === true ? 'press [replan]: drop the plan, because it does not lead on.' : '',
    }),
    rules: fill(templates, 'rules', {
      phrase: FINAL_PHRASE,
      example: grammar.by === 'point' ? 'click [120,340]' : 'click [7]',
    }),
    observation: fill(templates, 'observation', {
      elements: (input.elementText ?? 'The screen has no text form.').trimEnd(),
      width: String(size?.width ?? 'unknown'),
      height: String(size?.height ?? 'unknown'),
    }),
  };
}

function previousAction({ history, notes }: PromptInput, { by }: BracketedGrammar): string {
  const last = history.at(-1);
  const noted = notes['previous_action'];
  if (noted !== undefined && noted !== '') return noted;
  if (last === undefined) return 'None';
  return (by === 'widget' ? last.sentence : null) ?? last.call ?? 'An answer that could not be read.';
}

/** Of positions the size in which they are numbered, which may be another than that of the picture as sent. */
function pictureSize(
  { screenshot, marked, screen }: PromptInput,
  { by, coordinates }: BracketedGrammar,
): Size | null {
  const sent = screenshot?.size ?? marked?.size ?? screen;
  return by === 'point' ? coordinateSpan(coordinates, { screen, sent }) : sent;
}

function fill(
  templates: Readonly<Record<string, string>>,
  name: string,
  values: Readonly<Record<string, string>>,
): string {
  return fillTemplate(templates[name] ?? '', values).trimEnd();
}
