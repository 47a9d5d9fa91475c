import { offScreenPoint } from '../../domain/coordinates/off-screen.js';
import type { RecordedEpisode } from '../../domain/recordings/recorded-episode.js';
import type { ModelMessage } from '../../models/model.js';
import { EpisodeAsker, type AskedStep, type AskingSettings } from './episode-asker.js';
import type { LeftOut } from './left-out.js';
import type { PictureShelf } from './picture-shelf.js';
import type { TextPlace, TrainingMessage, TrainingPart, TrainingRecord } from './training-record.js';

/** A record of every step, or one of each episode as a conversation of several turns. */
export const RECORD_UNITS = ['step', 'episode'] as const;
export type RecordUnit = (typeof RECORD_UNITS)[number];

export interface EpisodeRecordsOptions {
  /** Name of the source, the beginning of ids. */
  readonly source: string;
  readonly unit: RecordUnit;
  /** Words that stand for media in the format: a text that contains one of them cannot be written. */
  readonly placeholders: readonly string[];
  readonly shelf: PictureShelf;
  readonly signal: AbortSignal;
}

/** What an episode comes to. */
export interface EpisodeRecords {
  readonly records: readonly TrainingRecord[];
  readonly leftOut: readonly LeftOut[];
  /** Part of an action that a record leaves unsaid → records. */
  readonly unsaid: ReadonlyMap<string, number>;
  /** Steps among the records whose action aims outside its screen, from 0. */
  readonly offScreen: readonly number[];
}

/**
 * The records of an episode, and what of it cannot be one. Every step is in one of both. Steps taken over from another episode
 * are shown as what happened before, and never to be learned: they are once per fork in the run, and in the original.
 */
export async function episodeRecords(
  episode: RecordedEpisode,
  settings: AskingSettings,
  options: EpisodeRecordsOptions,
): Promise<EpisodeRecords> {
  const making = new RecordMaker(episode, options);
  if (episode.steps.length === 0) making.leaveOut(null, 'nothing-done', 'the episode has no steps');
  else if (options.unit === 'step') await eachStep(episode, settings, making);
  else await conversation(episode, { ...settings, history: 'own' }, making);
  return making.made();
}

async function eachStep(
  episode: RecordedEpisode,
  settings: AskingSettings,
  making: RecordMaker,
): Promise<void> {
  const asker = new EpisodeAsker(episode, settings, making.options);
  for (const index of episode.steps.keys()) {
    const asked = await asker.ask(index);
    if (index < (episode.ownFrom ?? 0)) making.leaveOut(index, 'taken-over', TAKEN_OVER);
    else if (asked.type === 'left-out') making.leaveOut(index, asked.reason, asked.message);
    else await making.add(index, answered(asked), asked.unsaid);
  }
}

/**
 * One conversation of all steps. Families that show earlier steps as turns get the request of the last step, with every
 * picture; for others each step asks without its past, which the turns before it are. A step that nothing can be said at
 * leaves the whole episode out: the turns after it would follow from nothing.
 */
async function conversation(
  episode: RecordedEpisode,
  settings: AskingSettings,
  making: RecordMaker,
): Promise<void> {
  if ((episode.ownFrom ?? 0) > 0) {
    // Every turn of a conversation is learned.
    return making.leaveOut(
      null,
      'taken-over',
      `${TAKEN_OVER}; records of single steps leave those alone out`,
    );
  }
  const asker = new EpisodeAsker(episode, settings, making.options);
  const messages: PlacedMessage[] = [];
  const unsaid: string[] = [];
  const last = episode.steps.length - 1;
  for (const index of episode.steps.keys()) {
    if (index === last && settings.level === 'high') {
      const whole = await asker.ask(index, {
        dialect: { history: { steps: null, pictures: episode.steps.length } },
        again: true,
      });
      if (whole.type === 'asked' && turnsIn(whole) === last) {
        return making.add(null, answered(whole), [...unsaid, ...whole.unsaid]);
      }
    }
    const asked = await asker.ask(index, { input: { history: [], stepsTaken: index } });
    if (asked.type === 'left-out') return making.leaveOut(null, asked.reason, asked.message, index);
    unsaid.push(...asked.unsaid);
    messages.push(...answered(asked).filter(({ role }) => role !== 'system' || index === 0));
  }
  return making.add(null, messages, unsaid);
}

const TAKEN_OVER = "what was done before the fork is the original run's";

/** Earlier steps that the request shows as turns. */
function turnsIn({ request }: Extract<AskedStep, { type: 'asked' }>): number {
  const turns = request.messages.filter(({ role }) => role === 'assistant').length;
  return request.continuesLast === true ? turns - 1 : turns;
}

/** The request with its answer behind it; one that is begun already is written whole. */
function answered({ request, text, places }: Extract<AskedStep, { type: 'asked' }>): PlacedMessage[] {
  const asked = request.continuesLast === true ? request.messages.slice(0, -1) : request.messages;
  return [...asked, { role: 'assistant', content: [{ type: 'text', text }], places }];
}

/** A message with the positions that its text writes, where they are to be learned. */
interface PlacedMessage extends ModelMessage {
  readonly places?: readonly TextPlace[];
}

class RecordMaker {
  readonly options: EpisodeRecordsOptions;
  readonly #episode: RecordedEpisode;
  readonly #records: TrainingRecord[] = [];
  readonly #leftOut: LeftOut[] = [];
  readonly #unsaid = new Map<string, number>();
  readonly #offScreen: number[] = [];

  constructor(episode: RecordedEpisode, options: EpisodeRecordsOptions) {
    this.#episode = episode;
    this.options = options;
  }

  /** `step` is null for the whole episode; `at` then names the step that is in the way. */
  leaveOut(step: number | null, reason: LeftOut['reason'], message: string, at: number | null = null): void {
    const action = this.#episode.steps[step ?? at ?? -1]?.action.type ?? null;
    const words = at === null ? message : `step ${at}: ${message}`;
    const { source } = this.options;
    this.#leftOut.push({ source, episode: this.#episode.id, step, reason, action, message: words });
  }

  async add(step: number | null, asked: readonly PlacedMessage[], unsaid: readonly string[]): Promise<void> {
    const said = this.options.placeholders.find((word) => asked.some((message) => says(message, word)));
    if (said !== undefined) {
      this.leaveOut(step, 'placeholder', `a text says ${said}, which stands for a medium in this format`);
      return;
    }
    const { id, labels, steps } = this.#episode;
    for (const index of step === null ? steps.keys() : [step]) {
      const { action, screen } = steps[index] ?? {};
      if (action !== undefined && offScreenPoint(action, screen?.size ?? null) !== null) {
        this.#offScreen.push(index);
      }
    }
    const { source } = this.options;
    const messages: TrainingMessage[] = [];
    for (const message of asked) messages.push(await this.#message(message));
    for (const part of new Set(unsaid)) this.#unsaid.set(part, (this.#unsaid.get(part) ?? 0) + 1);
    this.#records.push({
      id: [source, id, ...(step === null ? [] : [step])].join('/'),
      source,
      agent: labels['agent']?.join(', ') ?? null,
      model: labels['model']?.join(', ') ?? null,
      messages,
    });
  }

  made(): EpisodeRecords {
    return {
      records: this.#records,
      leftOut: this.#leftOut,
      unsaid: this.#unsaid,
      offScreen: this.#offScreen,
    };
  }

  async #message({ role, content, places = [] }: PlacedMessage): Promise<TrainingMessage> {
    const parts: TrainingPart[] = [];
    for (const part of content) {
      if (part.type === 'text') parts.push(places.length === 0 ? part : { ...part, places });
      else parts.push({ type: 'image', path: await this.options.shelf.ofPart(part) });
    }
    return { role, parts };
  }
}

function says({ content }: ModelMessage, word: string): boolean {
  return content.some((part) => part.type === 'text' && part.text.includes(word));
}
