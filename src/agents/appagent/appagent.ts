import { z } from 'zod';
import type { AppDocuments } from '../../domain/app-documents.js';
import type { Decision } from '../../domain/decision.js';
import type { PictureRule } from '../../domain/observation-rule.js';
import { UserError } from '../../errors.js';
import type { Dialect } from '../../models/dialects/dialect.js';
import { appAgentGrid } from '../../models/dialects/appagent/appagent-grid.js';
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
import { appAgentGridSet } from './appagent-prompt-sets.js';
import { elementNotes } from './element-notes.js';
import { labelScreen } from './labelled-screen.js';

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

/** What the agent is made with. */
interface Maker {
  readonly actor: Actor;
  /** Spoken in the round behind grid(). */
  readonly gridDialect: Dialect;
  readonly documents: AppDocuments | null;
  readonly prompts: Readonly<Record<keyof typeof APPAGENT_PROMPTS, string>>;
  readonly options: Options;
}

/**
 * AppAgent at work (its deployment): a screenshot with numbered elements, what is known about them, the task, and its own
 * summary go in; one function call comes out. `grid()` shows the next screen under a grid instead, for one round.
 *
 * Source: AppAgent paper and reference code; SPHINX paper, section 5.3. Deviations: places that the published code computes
 * wrongly (a swipe over the grid, labels beyond the list) are repaired in the dialect; nothing waits between requests.
 *
 * @param documents what is known about elements; null: the agent works without documents
 */
export function appAgentDefinition(documents: AppDocuments | null = null): AgentDefinition {
  return defineAgent({
    name: 'appagent',
    title: 'AppAgent: numbered elements, a grid where it asks for one, documents of what elements do',
    roles: [{ name: 'actor', does: 'chooses each function call' }],
    dialect: 'appagent',
    options: OPTIONS,
    prompts: APPAGENT_PROMPTS,
    create: (parts, options) => {
      const actor = actorOf(parts);
      const picture = actor.dialect.observation.picture;
      const { official } = parts;
      const gridDialect = gridDialectOf(picture, official);
      if (official !== undefined && documents !== null) throw documentsError(official);
      const prompts = { ...APPAGENT_PROMPTS, ...parts.prompts };
      const maker: Maker = { actor, gridDialect, documents, prompts, options };
      return statelessAgent({
        name: 'appagent',
        version: '1',
        settings: options.grid ? { gridDialect: dialectIdentity(gridDialect) } : {},
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

function gridDialectOf(picture: PictureRule, official: OfficialPrompts | undefined): Dialect {
  const dialect = appAgentGrid.create({ picture });
  if (official === undefined) return dialect;
  return officialDialect(dialect, { ...official, set: appAgentGridSet(official.set) });
}

function documentsError({ set }: OfficialPrompts): UserError {
  return new UserError(`the official prompts ${set.name} are asked without documents here`, {
    hint: 'Leave out the documents, or --prompt-source.',
  });
}

/** The agent without documents. */
export const appAgent: AgentDefinition = appAgentDefinition();

async function decide(step: StepInput, maker: Maker): Promise<Decision> {
  const { actor, gridDialect, options, prompts } = maker;
  const last = step.history.at(-1)?.decision;
  const past = options.summary ? summaryOf(step) : null;
  const notes = { past_actions: past ?? 'None' };
  if (options.grid && last?.type === 'action' && last.action.type === 'grid_overlay') {
    const over = await underGrid(step, gridDialect);
    if (over !== null) {
      return chooseAction(step, { ...actor, dialect: gridDialect }, { history: [], notes, ...over });
    }
  }
  const { documents } = maker;
  const { signal, observation } = step;
  const { picture } = actor.dialect.observation;
  const { shown, names } = await labelScreen(observation, { picture, signal });
  const app = observation.screen.activity?.package ?? '';
  const known = documents === null ? '' : elementNotes(documents, app, names);
  return chooseAction(step, actor, {
    history: [],
    notes,
    shown,
    promptNotes: known === '' ? [] : [documentsNote(known, prompts.documents)],
    parts: options.grid ? [] : [{ type: 'text', text: prompts.no_grid }],
  });
}

/** The summary in the latest step that has one. */
function summaryOf({ history }: StepInput): string | null {
  return history.findLast(({ decision }) => decision.summary !== undefined)?.decision.summary ?? null;
}

function documentsNote(documents: string, template: string): PromptNote {
  return { place: 'documents', text: documents, words: fillTemplate(template, { documents }) };
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
