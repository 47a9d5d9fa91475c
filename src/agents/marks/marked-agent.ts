import type { Observation, Screen } from '../../domain/screen.js';
import type { Detections } from '../../domain/detections/detected-element.js';
import type { MarkStyle } from '../../domain/observation-rule.js';
import type { Agent, AgentContext, HistoryEntry } from '../agent.js';
import type { ElementSource } from './element-source.js';
import { MarksMissingError } from './marks-missing-error.js';
import { nameMark } from './name-mark.js';

/**
 * The agent, shown marks on screens without a UI hierarchy as well: of elements from the first source that has some.
 *
 * @param sources none: whatever needs marks on such a screen is thrown back at the user
 */
export function markedAgent(agent: Agent, sources: readonly ElementSource[]): Agent {
  const elements = Object.assign({}, ...sources.map(({ identity }) => identity)) as ElementSource['identity'];
  return {
    ...agent,
    // Without a source the agent is as it was, and so is the identity of runs over hierarchies.
    settings: sources.length === 0 ? agent.settings : { ...agent.settings, elements },
    open: async (context) => {
      const episode = await agent.open(context);
      const screens = new MarkedScreens(sources, context, agent.needs.marks);
      return {
        decide: async (observation, history, options) =>
          episode.decide(
            screens.marked(observation),
            await Promise.all(history.map((entry) => screens.remembered(entry, options.signal))),
            options,
          ),
        ...(episode.atBound === undefined
          ? {}
          : {
              atBound: async (bound, last) => (await episode.atBound?.(bound, screens.marked(last))) ?? null,
            }),
        [Symbol.asyncDispose]: () => episode[Symbol.asyncDispose](),
      };
    },
  };
}

/** The screens of one episode; each is looked at by a detector once. */
class MarkedScreens {
  readonly #sources: readonly ElementSource[];
  readonly #context: AgentContext;
  readonly #style: MarkStyle | undefined;
  readonly #found = new Map<string, Promise<Detections>>();

  constructor(sources: readonly ElementSource[], context: AgentContext, style: MarkStyle | undefined) {
    this.#sources = sources;
    this.#context = context;
    this.#style = style;
  }

  marked(observation: Observation): Observation {
    const { screen } = observation;
    if (screen.hierarchy !== null) return observation;
    const detected = { load: ({ signal }: { signal: AbortSignal }) => this.#load(screen, signal) };
    return { ...observation, screen: { ...screen, detected } };
  }

  /** An earlier step; what a recording touched on its screen has the number of a mark, as what the agent touches. */
  async remembered(entry: HistoryEntry, signal: AbortSignal): Promise<HistoryEntry> {
    const observation = this.marked(entry.observation);
    const { decision } = entry;
    const { screen } = observation;
    const isTouch = decision.type === 'action' && 'target' in decision.action;
    const isRecorded = entry.isTeacherForced === true && isTouch && screen.detected !== undefined;
    if (!isRecorded || screen.size === null || this.#style === undefined) return { ...entry, observation };
    const detections = await screen.detected.load({ signal });
    const action = nameMark(decision.action, detections, this.#style, screen.size);
    return { ...entry, observation, decision: { ...decision, action } };
  }

  async #load(screen: Screen, signal: AbortSignal): Promise<Detections> {
    const known = this.#found.get(screen.id);
    if (known !== undefined) return known;
    const finding = this.#detect(screen, signal);
    this.#found.set(screen.id, finding);
    try {
      return await finding;
    } catch (error) {
      // A detector that was out may be back at the next attempt.
      this.#found.delete(screen.id);
      throw error;
    }
  }

  async #detect(screen: Screen, signal: AbortSignal): Promise<Detections> {
    const { models } = this.#context;
    for (const source of this.#sources) {
      const found = await source.detect(screen, { models, signal });
      if (found !== null) return found;
    }
    throw new MarksMissingError(`the screen ${screen.id} has no UI hierarchy`);
  }
}
