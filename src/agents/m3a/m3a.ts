import { z } from 'zod';
import { stop } from '../../domain/action.js';
import type { Decision } from '../../domain/decision.js';
import { answerWithoutThinking } from '../../models/dialects/reading/cut-thinking.js';
import { M3A_READER } from '../../models/dialects/m3a-json/published-m3a-action.js';
import type { ModelContent } from '../../models/model.js';
import { labelPicture } from '../../observations/marks/label-picture.js';
import { preparePicture } from '../../observations/pictures/prepare-picture.js';
import type { Agent, HistoryEntry } from '../agent.js';
import { actorAgent, actorOf, askActor, type Actor } from '../prompting/ask-actor.js';
import { textParts } from '../prompting/ask-helper.js';
import { Helpers, instructionOf } from '../prompting/helpers.js';
import { clipText } from '../clip-text.js';
import { defineAgent, type AgentDefinition, type AgentParts } from '../define-agent.js';
import type { ShownScreen } from '../look-at.js';
import { keepAnswer } from '../prompting/prompt-steps.js';
import type { StepInput } from '../baselines/stateless-agent.js';
import { M3A_TEXTS, NO_ELEMENTS, officialList, T3A_TEXTS, type M3aTexts } from './m3a-sets.js';
import { M3A_PROMPTS, REMARKS } from './m3a-prompts.js';
import { KEPT_SUMMARY_BYTES, remarkOn, selectedCall, summedSteps, type SummedSteps } from './summed-steps.js';

const OPTIONS = z.object({
  summarise: z
    .boolean()
    .default(true)
    .describe('each step is summed up by comparing the screens before and after it'),
  labels: z
    .enum(['after', 'both'])
    .default('after')
    .describe('which of the two screens that a summary compares has its name in a corner'),
});
type Options = z.infer<typeof OPTIONS>;

const ROLE = 'actor';
const SUMMARISE = 'summarise';

/** The differences between M3A and T3A. */
export interface M3aKind {
  readonly name: string;
  readonly title: string;
  readonly dialect: string;
  /** The official texts that it asks in where it is to. */
  readonly texts: M3aTexts;
  /** Whether a list without elements is said to be empty when a step is summed up. */
  readonly namesEmptyList: boolean;
  /** The remark on an action that was tried in vain; null where the published code forgets the step. */
  readonly failed: ((name: string) => string) | null;
}

/**
 * M3A and T3A: a call that selects an action, and a call that sums up the step from the screens before and after it,
 * which is all that later steps are shown. The summary is asked for once the next screen is there, so an episode's last
 * step has none. An answer that cannot be read spends its step and leaves a fixed remark; a refusal gives the task up.
 *
 * Source: Rawles et al. 2024 (AndroidWorld) and its reference code, `m3a.py`, `t3a.py`.
 */
class M3a {
  readonly #kind: M3aKind;
  readonly #helpers: Helpers<keyof typeof M3A_PROMPTS>;
  readonly #options: Options;
  readonly #actor: Actor;
  readonly #summed: SummedSteps;

  constructor(kind: M3aKind, parts: AgentParts, options: Options) {
    this.#kind = kind;
    this.#options = options;
    this.#actor = actorOf(parts, ROLE);
    this.#helpers = new Helpers(parts, this.#actor, M3A_PROMPTS);
    this.#summed = {
      actor: this.#actor,
      callOf: (entry) => this.#helpers.callOf(entry),
      failed: kind.failed,
    };
  }

  agent(): Agent {
    const helpers = this.#options.summarise ? [SUMMARISE] : [];
    return actorAgent(this.#kind.name, this.#actor, {
      version: '2',
      helpers,
      decide: (step) => this.#decide(step),
    });
  }

  async #decide(step: StepInput): Promise<Decision> {
    const previous = await this.#previous(step);
    const history = await summedSteps(step, previous, this.#summed);
    const { answer, read } = await askActor(step, this.#actor, { history, stepsTaken: history.length });
    const memory = { ...keepAnswer(answer.text), previous };
    if (read.type === 'format_error') {
      if (read.error.kind !== 'refusal') return { ...read, memory };
      const thought = 'the model refused to go on';
      return { type: 'action', action: stop('infeasible'), thought, memory };
    }
    const { actions, ...said } = read;
    return { ...said, type: 'action', action: actions[0], memory };
  }

  /** The summary of the last step; null where none is asked for. */
  async #previous(step: StepInput): Promise<string | null> {
    const last = step.history.at(-1);
    if (last === undefined) return null;
    if (last.decision.type === 'format_error') return remarkOn(last.decision.error, this.#summed);
    return this.#options.summarise ? ((await this.#summarise(step, last)) ?? REMARKS.noSummary) : null;
  }

  async #summarise(step: StepInput, last: HistoryEntry): Promise<string | null> {
    const helpers = this.#helpers;
    const [before, after] = await Promise.all([helpers.look(step, last.observation), helpers.look(step)]);
    const pictures = [
      ...(await this.#seen(before, 'before', last.observation.screen.id)),
      ...(await this.#seen(after, 'after', step.observation.screen.id)),
    ];
    const asked = {
      instruction: instructionOf(step),
      action: selectedCall(last, this.#summed),
      reason: last.decision.thought ?? 'not said',
    };
    const { official } = helpers;
    const text =
      official === undefined
        ? helpers.fill('summarise', {
            ...asked,
            before: before.elementText || 'None is known.',
            after: after.elementText || 'None is known.',
            pictures: pictures.length === 0 ? '' : helpers.prompt('pictures'),
          })
        : official.texts.fill(this.#kind.texts.summary, {
            goal: asked.instruction,
            action: asked.action,
            reason: asked.reason,
            before_elements: this.#listed(before),
            after_elements: this.#listed(after),
          });
    const answer = await helpers.ask(step, SUMMARISE, [...textParts(text), ...pictures]);
    return answer === null ? null : clipText(answerWithoutThinking(answer), KEPT_SUMMARY_BYTES);
  }

  /** The screen as the acting model saw it, its name in a corner where it is to have it. */
  async #seen({ marked, screenshot }: ShownScreen, label: string, id: string): Promise<ModelContent[]> {
    const picture = marked ?? screenshot;
    if (picture === null) return [];
    const { mediaType, data } = picture;
    const isNamed = label === 'after' || this.#options.labels === 'both';
    if (!isNamed) return [{ type: 'image', mediaType, data }];
    const place = { file: id };
    const named = await labelPicture(data, label, place);
    const { format, quality } = this.#actor.rule.picture;
    const rule = { resize: null, format, ...(quality === undefined ? {} : { quality }) };
    const sent = await preparePicture({ mediaType: 'image/png', data: named }, rule, place);
    return [{ type: 'image', mediaType: sent.mediaType, data: sent.data }];
  }

  #listed({ elementText }: ShownScreen): string {
    const list = officialList(elementText);
    return list === '' && this.#kind.namesEmptyList ? NO_ELEMENTS : list;
  }
}

function define(kind: M3aKind): AgentDefinition {
  return defineAgent({
    name: kind.name,
    title: kind.title,
    roles: [
      { name: ROLE, does: 'chooses each action' },
      { name: SUMMARISE, does: 'sums up each step from the screens before and after it' },
    ],
    dialect: kind.dialect,
    parsing: `reference:${M3A_READER}`,
    options: OPTIONS,
    prompts: M3A_PROMPTS,
    create: (parts, options) => new M3a(kind, parts, options).agent(),
    identify: () => ({ formatErrors: 'wait' }),
  });
}

/** M3A by name: pictures, marks and the element list. */
export const m3aDefinition: AgentDefinition = define({
  name: 'm3a',
  title: 'M3A (AndroidWorld): selects among marked elements, then sums up each step',
  dialect: 'm3a_json@m3a',
  texts: M3A_TEXTS,
  namesEmptyList: false,
  failed: null,
});

/** T3A by name: the element list alone. */
export const t3aDefinition: AgentDefinition = define({
  name: 't3a',
  title: 'T3A (AndroidWorld): selects among listed elements without pictures, then sums up each step',
  dialect: 'm3a_json@t3a',
  texts: T3A_TEXTS,
  namesEmptyList: true,
  failed: REMARKS.failed,
});
