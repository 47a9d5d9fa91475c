import type { AgentContext, HistoryEntry } from '../../agents/agent.js';
import { actorRequest, type Actor, type ActorInput } from '../../agents/prompting/ask-actor.js';
import { lookAt, type ShownScreen } from '../../agents/look-at.js';
import { promptSteps } from '../../agents/prompting/prompt-steps.js';
import type { AnswerContext } from '../../agents/prompting/read-answer.js';
import { decisionOf, observationOf } from '../../benchmarks/stepwise/stepwise-items.js';
import type { Action } from '../../domain/action.js';
import { parseHierarchy } from '../../domain/hierarchy/parse-hierarchy.js';
import type { PictureRule } from '../../domain/observation-rule.js';
import type { RecordedEpisode, RecordedStep } from '../../domain/recordings/recorded-episode.js';
import type { RecordedHistory } from '../../domain/recordings/recorded-history.js';
import type { Observation, Screen, ScreenContent } from '../../domain/screen.js';
import { faultOf } from '../../errors.js';
import type { Dialect, PromptStep, SaidWithAction } from '../../models/dialects/dialect.js';
import type { ModelRequest } from '../../models/model.js';
import { answerPlaces } from './answer-places.js';
import type { LeftOutReason } from './left-out.js';
import type { PictureShelf } from './picture-shelf.js';
import { saidTarget, type SaidTarget } from './said-target.js';
import type { TextPlace } from './training-record.js';
import { stepSentence } from './step-sentence.js';

/** Where the thoughts of samples come from: `kept` those of the run's model · `intention` those, else the annotated aim. */
export const THOUGHTS = ['kept', 'intention', 'none'] as const;
export type ThoughtSource = (typeof THOUGHTS)[number];

/** How samples ask: as the direct agent with this actor does. */
export interface AskingSettings {
  readonly actor: Actor;
  readonly level: 'high' | 'low';
  /** Whether a step's own instruction replaces the episode's or is shown next to it. */
  readonly lowLevel: 'replaces' | 'beside';
  /**
   * What later steps are shown: `recorded` what the recording did, as in stepwise benchmarks; `own` what the model
   * said, as if it had given the very answers it is to learn; `none` nothing.
   */
  readonly history: RecordedHistory;
  /** Language of the instruction where the episode has it; null: its first. */
  readonly language: string | null;
  readonly thought: ThoughtSource;
  /** Whether `summary` of a step is a line of the model's own, fit to be learned; else a sentence is made. */
  readonly keepsSummaries: boolean;
  /** False where the trainer sizes the pictures: marks are then drawn on pictures as recorded. */
  readonly preparesPictures: boolean;
}

/** A step's question and the answer to it. */
export type AskedStep =
  | {
      readonly type: 'asked';
      readonly request: ModelRequest;
      readonly text: string;
      readonly places: readonly TextPlace[];
      readonly unsaid: readonly string[];
    }
  | { readonly type: 'left-out'; readonly reason: LeftOutReason; readonly message: string };

/**
 * Asks the steps of one episode in order, as an agent would be asked that does at each what the recording did. Pictures are
 * put on the shelf; the requests hold stand-ins for them.
 */
export class EpisodeAsker {
  readonly #episode: RecordedEpisode;
  readonly #settings: AskingSettings;
  readonly #shelf: PictureShelf;
  readonly #signal: AbortSignal;
  readonly #context: AgentContext;
  readonly #history: HistoryEntry[] = [];
  /** Prompts hold stand-ins, which are of the right size already. */
  readonly #actor: Actor;

  constructor(
    episode: RecordedEpisode,
    settings: AskingSettings,
    { shelf, signal }: { readonly shelf: PictureShelf; readonly signal: AbortSignal },
  ) {
    this.#episode = episode;
    this.#settings = settings;
    this.#shelf = shelf;
    this.#signal = signal;
    this.#context = contextOf(episode, settings.language, signal);
    const { actor, preparesPictures } = settings;
    const observation = preparesPictures
      ? actor.dialect.observation
      : { ...actor.dialect.observation, picture: AS_IS };
    const dialect = { ...actor.dialect, observation };
    this.#actor = { ...actor, dialect, rule: { ...actor.rule, picture: AS_IS } };
  }

  /** The question and answer of a step; those before it must have been asked. */
  async ask(index: number, changes: AskChanges = {}): Promise<AskedStep> {
    const step = this.#episode.steps[index];
    if (step === undefined)
      return { type: 'left-out', reason: 'nothing-done', message: 'there is no such step' };
    const { rule } = this.#settings.actor;
    const shown = observationOf(step, this.#settings);
    const observation = { ...shown, screen: this.#standIn(step.screen) };
    const asked = await this.#ask(step, shown, observation, changes);
    if (changes.again !== true) this.#remember(step, observation, asked.said);
    const wantsPicture = rule.screenshot || rule.marked !== null;
    if (step.screen.picture === null && wantsPicture) {
      return { type: 'left-out', reason: 'no-picture', message: 'the screen has no picture' };
    }
    if (step.screen.hierarchy === null && rule.text !== null && !wantsPicture) {
      return { type: 'left-out', reason: 'no-hierarchy', message: 'the screen has no UI hierarchy' };
    }
    if (asked.problem !== null)
      return { type: 'left-out', reason: 'unreadable-screen', message: asked.problem };
    const { said, request, places } = asked;
    if (said.type === 'unsaid') return { ...said, type: 'left-out' };
    const told = step.stepInstruction ?? '';
    const isInRequest = this.#settings.level === 'high' || told === '' || says(request, told);
    return {
      type: 'asked',
      request,
      text: said.text,
      places,
      unsaid: isInRequest ? said.unsaid : [...said.unsaid, 'stepInstruction'],
    };
  }

  async #ask(
    step: RecordedStep,
    shown: Observation,
    observation: Observation,
    { input = {}, dialect: changed = {} }: AskChanges,
  ): Promise<
    | {
        readonly problem: null;
        readonly request: ModelRequest;
        readonly said: SaidTarget;
        readonly places: readonly TextPlace[];
      }
    | { readonly problem: string; readonly said: SaidTarget }
  > {
    const actor = { ...this.#actor, dialect: { ...this.#actor.dialect, ...changed } };
    try {
      const marked = actor.rule.marked === null ? null : await this.#look(shown);
      const history = input.history ?? (await this.#told(actor.dialect));
      const asked = await actorRequest(
        { context: this.#context, observation, history: this.#history, signal: this.#signal },
        actor,
        { ...input, history, ...(marked === null ? {} : { shown: marked }) },
      );
      const begun = begunAnswer(asked.request);
      const said = await this.#say(step, observation, asked.shown, begun);
      const { screenshot, marked: drawn } = asked.shown;
      const places =
        said.type === 'said' && said.decision.type === 'action'
          ? answerPlaces(said.text, said.decision.action, {
              rule: actor.dialect.coordinates,
              screen: observation.screen.size,
              sent: screenshot?.size ?? drawn?.size ?? null,
            })
          : [];
      return { problem: null, request: asked.request, said, places };
    } catch (error) {
      this.#signal.throwIfAborted();
      const fault = faultOf(error);
      // What the user asked for amiss, and our own mistakes, concern every step.
      if (fault === 'user' || fault === 'bug' || !(error instanceof Error)) throw error;
      return {
        problem: error.message,
        said: { type: 'unsaid', reason: 'unreadable-screen', message: error.message },
      };
    }
  }

  /** Earlier steps as the agent tells them, with stand-ins for their pictures. */
  async #told(dialect: Dialect): Promise<PromptStep[]> {
    const { pictures } = dialect.history;
    const worded = { ...dialect, history: { ...dialect.history, pictures: 0 } };
    const steps = await promptSteps(this.#history, worded, { signal: this.#signal });
    const first = this.#history.length - steps.length;
    return Promise.all(
      steps.map(async (step, index) => {
        if (index < steps.length - pictures) return step;
        const screen = this.#episode.steps[first + index]?.screen;
        const placed = screen === undefined ? null : await this.#shelf.place(screen);
        if (placed === null) return step;
        return { ...step, picture: { mediaType: 'image/png', data: placed.standIn, size: placed.size } };
      }),
    );
  }

  /** With marks the picture itself is drawn on. */
  #look(shown: Observation): Promise<ShownScreen> {
    const { actor, preparesPictures } = this.#settings;
    const { rule, dialect } = actor;
    const picture = preparesPictures ? rule.picture : { ...rule.picture, resize: null };
    const { coordinates } = dialect;
    return lookAt(shown, { ...rule, picture }, { coordinates, signal: this.#signal });
  }

  async #say(
    step: RecordedStep,
    { screen, stepInstruction }: Observation,
    shown: ShownScreen,
    begun: string | null,
  ): Promise<SaidTarget> {
    const context: AnswerContext = {
      profile: this.#settings.actor.profile,
      screen: screen.size,
      sent: shown.screenshot?.size ?? shown.marked?.size ?? null,
      elements: shown.elements,
    };
    const words = await this.#words(step);
    const told = begun === null ? undefined : stepInstruction;
    const said = told === undefined ? words : { ...words, thought: told };
    return saidTarget(step.action, said, this.#settings.actor.dialect, { context, begun });
  }

  async #words({
    screen,
    action,
    thought,
    summary,
    stepInstruction,
    annotation,
  }: RecordedStep): Promise<SaidWithAction> {
    const { thought: source, keepsSummaries } = this.#settings;
    const intention = source === 'intention' ? annotation?.intention : undefined;
    const kept = source === 'none' ? undefined : thought;
    const own = stepInstruction ?? (keepsSummaries ? summary : undefined);
    return { thought: kept ?? intention ?? '', summary: own ?? (await this.#sentence(screen, action)) };
  }

  async #sentence(screen: Screen, action: Action): Promise<string> {
    const xml = 'target' in action ? await screen.hierarchy?.load({ signal: this.#signal }) : undefined;
    const hierarchy = xml === undefined ? null : parseHierarchy(xml, { file: screen.id });
    return stepSentence(action, hierarchy, screen.size);
  }

  #remember(step: RecordedStep, observation: Observation, said: SaidTarget): void {
    if (this.#settings.history === 'none') return;
    if (this.#settings.history === 'recorded') {
      this.#history.push({ observation, decision: decisionOf(step), isTeacherForced: true });
    } else {
      const { action } = step;
      this.#history.push({
        observation,
        decision: said.type === 'said' ? said.decision : { type: 'action', action },
      });
    }
  }

  /** The screen with a stand-in for its picture, which is put on the shelf when somebody looks. */
  #standIn(screen: Screen): Screen {
    if (screen.picture === null) return screen;
    const picture: ScreenContent = {
      mediaType: 'image/png',
      load: async () => {
        const placed = await this.#shelf.place(screen);
        return placed?.standIn ?? new Uint8Array();
      },
    };
    return { ...screen, picture };
  }
}

/** What is asked otherwise than by the dialect's own rule. */
export interface AskChanges {
  readonly input?: ActorInput;
  readonly dialect?: Partial<Pick<Dialect, 'history'>>;
  /** The step was asked before: the history of later steps has it already. */
  readonly again?: boolean;
}

/** Of pictures that nothing is left to do to. */
const AS_IS: PictureRule = { resize: null, format: 'png' };

function contextOf(episode: RecordedEpisode, wanted: string | null, signal: AbortSignal): AgentContext {
  const { id, instructions, apps, steps } = episode;
  const [first = 'und'] = Object.keys(instructions);
  const language = wanted !== null && Object.hasOwn(instructions, wanted) ? wanted : first;
  const instruction = instructions[language] ?? '';
  const task = { id, instruction, language, apps };
  return { task, repeat: 0, seed: 0, maxSteps: steps.length, models: {}, signal };
}

function says({ messages }: ModelRequest, words: string): boolean {
  return messages.some(({ content }) =>
    content.some((part) => part.type === 'text' && part.text.includes(words)),
  );
}

/** What the answer begins with, where the dialect begins it for the model. */
function begunAnswer({ messages, continuesLast }: ModelRequest): string | null {
  if (continuesLast !== true) return null;
  const content = messages.at(-1)?.content ?? [];
  return content.map((part) => (part.type === 'text' ? part.text : '')).join('');
}
