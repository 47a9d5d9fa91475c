import { z } from 'zod';
import type { AppDocuments } from '../../domain/app-documents.js';
import type { Decision } from '../../domain/decision.js';
import type { Dialect, ParseProfile } from '../../models/dialects/dialect.js';
import { appAgentGrid } from '../../models/dialects/appagent/appagent-grid.js';
import { APPAGENT_READER } from '../../models/dialects/appagent/published-reader.js';
import { fillTemplate } from '../../models/dialects/fill-template.js';
import { officialDialect, type OfficialPrompts } from '../../models/prompt-sets/official-dialect.js';
import { overlayGrid } from '../../observations/marks/grid-overlay.js';
import { preparePicture } from '../../observations/pictures/prepare-picture.js';
import { actorOf, type Actor, type ActorInput, type PromptNote } from '../prompting/ask-actor.js';
import { chooseAction } from '../prompting/choose-action.js';
import { defineAgent, type AgentDefinition } from '../define-agent.js';
import { dialectIdentity, dialectRunSettings } from '../prompting/dialect-identity.js';
import { statelessAgent, type StepInput } from '../baselines/stateless-agent.js';
import { APPAGENT_PROMPTS } from './appagent-prompts.js';
import { appAgentGridSet, officialDocuments } from './appagent-prompt-sets.js';
import { elementNotes } from './element-notes.js';
import { labelScreen, type ElementNames } from './labelled-screen.js';

const OPTIONS = z.object({
  documents: z
    .string()
    .nullable()
    .default(null)
    .describe(
      'file with what is known about elements of apps (`touchstone documents` writes it); null: nothing is',
    ),
  grid: z.boolean().default(true).describe('grid() lays a grid over the screen for the next step'),
  summary: z
    .boolean()
    .default(true)
    .describe('the model is shown its own summary of what it has done so far'),
  maxSteps: z
    .int()
    .positive()
    .nullable()
    .default(20)
    .describe('rounds at most, within the steps of the benchmark; null: as many as it allows'),
});
type Options = z.infer<typeof OPTIONS>;

const PUBLISHED: ParseProfile = `reference:${APPAGENT_READER}`;

/** What the agent is made with. */
interface Maker {
  readonly actor: Actor;
  /** Spoken in the round behind grid(). */
  readonly grid: Actor;
  readonly documents: AppDocuments | null;
  readonly official: OfficialPrompts | undefined;
  readonly prompts: Readonly<Record<keyof typeof APPAGENT_PROMPTS, string>>;
  readonly options: Options;
}

/**
 * AppAgent at work (its deployment): a screenshot with numbered elements, what is known about them, the task, and its own
 * summary go in; one function call comes out. `grid()` shows the next screen under a grid instead, for one round.
 *
 * Source: AppAgent paper and reference code; SPHINX paper, section 5.3. Deviations: nothing waits between requests; texts
 * are put into prompts as they are, where the published code reads backslashes in them.
 *
 * @param documents what is known about elements; null: the agent works without documents
 */
export function appAgentDefinition(documents: AppDocuments | null = null): AgentDefinition {
  return defineAgent({
    name: 'appagent',
    title: 'AppAgent: numbered elements, a grid where it asks for one, documents of what elements do',
    roles: [{ name: 'actor', does: 'chooses each function call' }],
    dialect: 'appagent',
    parsing: PUBLISHED,
    options: OPTIONS,
    prompts: APPAGENT_PROMPTS,
    create: (parts, options) => {
      const actor = actorOf(parts);
      const { official } = parts;
      const grid = underGridOf(actor, official);
      const prompts = { ...APPAGENT_PROMPTS, ...parts.prompts };
      const maker: Maker = { actor, grid, documents, official, prompts, options };
      return statelessAgent({
        name: 'appagent',
        version: '2',
        settings: options.grid ? { gridDialect: dialectIdentity(grid.dialect) } : {},
        needs: { models: [actor.role], pictures: true, hierarchy: true },
        maxSteps: options.maxSteps,
        decide: (step) => decide(step, maker),
      });
    },
    // It draws its labels itself, independent of the screen parts that the user asks for.
    identify: (parts) => {
      const { observation } = dialectRunSettings(parts.dialectOf('actor'), {
        ...parts,
        observation: 'native',
      });
      return { observation };
    },
  });
}

/** The actor in the round under a grid: its pictures and sampling, and the reading of the grid by the same code. */
function underGridOf(actor: Actor, official: OfficialPrompts | undefined): Actor {
  const { observation, sampling } = actor.dialect;
  const own = appAgentGrid.create({ picture: observation.picture });
  const dialect =
    official === undefined ? own : officialDialect(own, { ...official, set: appAgentGridSet(official.set) });
  const profile = actor.profile.startsWith('reference:') ? PUBLISHED : actor.profile;
  return { ...actor, dialect: { ...dialect, sampling }, profile };
}

/** The agent without documents. */
export const appAgent: AgentDefinition = appAgentDefinition();

async function decide(step: StepInput, maker: Maker): Promise<Decision> {
  const { actor, grid, options, prompts } = maker;
  const last = step.history.at(-1)?.decision;
  const past = options.summary ? summaryOf(step) : null;
  const notes = { past_actions: past ?? 'None' };
  if (options.grid && last?.type === 'action' && last.action.type === 'grid_overlay') {
    const over = await underGrid(step, grid.dialect);
    if (over !== null) return chooseAction(step, grid, { history: [], notes, ...over });
  }
  const { signal, observation } = step;
  const { picture } = actor.dialect.observation;
  const { shown, names } = await labelScreen(observation, { picture, signal });
  const app = observation.screen.activity?.package ?? '';
  return chooseAction(step, actor, {
    history: [],
    notes,
    shown,
    promptNotes: documentNotes(maker, app, names),
    parts: options.grid ? [] : [{ type: 'text', text: prompts.no_grid }],
  });
}

/** What is told of the elements of a screen. */
function documentNotes(
  { documents, official, prompts }: Maker,
  app: string,
  names: ElementNames,
): PromptNote[] {
  if (documents === null) return [];
  if (official !== undefined) {
    const text = officialDocuments({ documents, app, names }, official);
    return [{ place: 'documents', text, words: text }];
  }
  const known = elementNotes(documents, app, names);
  if (known === '') return [];
  const words = fillTemplate(prompts.documents, { documents: known });
  return [{ place: 'documents', text: known, words }];
}

/** The summary in the latest step that has one. */
function summaryOf({ history }: StepInput): string | null {
  return history.findLast(({ decision }) => decision.summary !== undefined)?.decision.summary ?? null;
}

/** The screen under a grid; null where it has no picture. */
async function underGrid(
  { observation, signal }: StepInput,
  { observation: { picture: rule } }: Dialect,
): Promise<Pick<ActorInput, 'shown' | 'grid'> | null> {
  const { id, picture } = observation.screen;
  if (picture === null) return null;
  const place = { file: id };
  const { data, grid } = await overlayGrid(await picture.load({ signal }), place);
  const screenshot = await preparePicture({ mediaType: 'image/png', data }, rule, place);
  return { shown: { screenshot, marked: null, elementText: null, elements: null }, grid };
}
