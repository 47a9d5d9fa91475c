import { DOCUMENT_SLOTS, type AppDocuments, type DocumentSlot } from '../../domain/app-documents.js';
import type { PictureRule } from '../../domain/observation-rule.js';
import type { PromptInput, Sampling } from '../../models/dialects/dialect.js';
import type { OfficialPrompts } from '../../models/prompt-sets/official-dialect.js';
import { userTurn } from '../../models/dialects/prompt-parts.js';
import type { PromptSet } from '../../models/prompt-sets/prompt-set.js';
import type { ElementNames } from './labelled-screen.js';

/** What differs between the vendor's texts and others' copies of them. */
export interface AppAgentTexts {
  /** Name of the set and beginning of its texts' ids. */
  readonly name: string;
  readonly title: string;
  readonly dialect: string;
  readonly benchmarks: readonly string[];
  readonly sampling: Sampling;
  readonly picture: PictureRule;
}

/** What introduces the documents of a screen, then those of an element, and each of them; ids behind the set's name. */
const DOCUMENT_TEXTS = ['doc-head', 'doc-element', ...DOCUMENT_SLOTS.map((slot) => `doc-${slot}`)];

/** How AppAgent asks over numbered elements. Source: AppAgent reference code, `task_executor.py`. */
export function appAgentSet({ name, ...whose }: AppAgentTexts): PromptSet {
  return {
    ...whose,
    name,
    agents: ['appagent'],
    texts: [`${name}.task`],
    agentTexts: [`${name}.task-grid`, ...DOCUMENT_TEXTS.map((id) => `${name}.${id}`)],
    history: { steps: 1, pictures: 0 },
    request: (input, { texts }) => {
      const ui_document = input.notes['documents'] ?? '';
      const text = texts.fill(`${name}.task`, { ...taskOf(input), ui_document });
      return userTurn(text, input.marked);
    },
  };
}

/** How AppAgent asks while it explores. Source: AppAgent reference code, `self_explorer.py`. */
export function appAgentExploreSet({ name, title, ...whose }: AppAgentTexts): PromptSet {
  return {
    ...whose,
    name: `${name}.explore`,
    title: `${title}, exploring`,
    agents: ['appagent-explore'],
    texts: [`${name}.self-explore-task`],
    agentTexts: [`${name}.self-explore-reflect`],
    history: { steps: 1, pictures: 0 },
    request: (input, { texts }) =>
      userTurn(texts.fill(`${name}.self-explore-task`, taskOf(input)), input.marked),
  };
}

/** How an element is used, as the published code puts it into its question. */
const DOING: Readonly<Record<Exclude<DocumentSlot, 'text'>, string>> = {
  tap: 'tapping',
  long_press: 'long pressing',
  v_swipe: 'swiping',
  h_swipe: 'swiping',
};

/** The question about a use of an element in official texts; the pictures stand behind it. */
export function officialReflection(
  said: {
    readonly instruction: string;
    readonly label: number;
    readonly slot: Exclude<DocumentSlot, 'text'>;
    readonly summary: string;
  },
  { set, texts }: Pick<OfficialPrompts, 'set' | 'texts'>,
): string {
  const [id = ''] = set.agentTexts ?? [];
  return texts.fill(id, {
    action: DOING[said.slot],
    ui_element: String(said.label),
    task_desc: said.instruction,
    last_act: said.summary,
  });
}

/** What is known about the labelled elements of a screen in official texts; the head alone where nothing is. */
export function officialDocuments(
  {
    documents,
    app,
    names,
  }: {
    readonly documents: AppDocuments;
    readonly app: string;
    readonly names: ElementNames;
  },
  { set, texts }: Pick<OfficialPrompts, 'set' | 'texts'>,
): string {
  const fill = (id: string, values: Readonly<Record<string, string>>): string =>
    texts.fill(`${set.name}.${id}`, values);
  const known = names.map((name, index) => {
    const uses = DOCUMENT_SLOTS.flatMap((slot) => {
      const text = documents.find(app, name, slot);
      return text === null ? [] : [fill(`doc-${slot}`, { [`doc_content['${slot}']`]: text })];
    });
    return uses.length === 0 ? '' : [fill('doc-element', { 'i + 1': String(index + 1) }), ...uses].join('');
  });
  return [texts.text(`${set.name}.doc-head`), ...known].join('');
}

/** How it asks in the round under a grid; the text is one of the agent's in {@link appAgentSet}. */
export function appAgentGridSet(set: PromptSet): PromptSet {
  const [id = ''] = set.agentTexts ?? [];
  return {
    ...set,
    dialect: 'appagent_grid',
    texts: [id],
    agentTexts: [],
    request: (input, { texts }) => userTurn(texts.fill(id, taskOf(input)), input.screenshot),
  };
}

const VENDOR: AppAgentTexts = {
  name: 'appagent',
  title: 'AppAgent: any model that sees',
  dialect: 'appagent',
  benchmarks: [],
  sampling: { temperature: 0, maxOutputTokens: 300 },
  picture: { resize: null, format: 'png' },
};

/** The vendor's own texts. */
export const APPAGENT_SET: PromptSet = appAgentSet(VENDOR);

/** The vendor's own texts for exploring. */
export const APPAGENT_EXPLORE_SET: PromptSet = appAgentExploreSet(VENDOR);

function taskOf({ instruction, notes, history }: PromptInput): Readonly<Record<string, string>> {
  return {
    task_description: instruction,
    last_act: notes['past_actions'] ?? history.at(-1)?.summary ?? 'None',
  };
}
