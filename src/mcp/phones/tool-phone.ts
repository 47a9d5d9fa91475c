import type { PlaySession } from '../../app/play/play-session.js';
import type { PlayedTask, PlayerTurn } from '../../app/play/player-turn.js';
import type { Action } from '../../domain/action.js';
import type { Screen } from '../../domain/screen.js';
import { UserError } from '../../errors.js';

/** A phone as a client knows it: one task, played once. Calls come one after the other, however they are sent. */
export class ToolPhone implements AsyncDisposable {
  readonly id: string;
  readonly task: PlayedTask;
  readonly #open: () => PlaySession;
  readonly #onEnd: (turn: PlayerTurn) => void;
  #session: PlaySession | null = null;
  #turn: PlayerTurn | null = null;
  #queue: Promise<unknown> = Promise.resolve();
  #isClosed = false;

  constructor(parts: {
    readonly id: string;
    readonly task: PlayedTask;
    /** Takes a phone of the play, when the first call needs one. */
    readonly open: () => PlaySession;
    /** Called once, with the turn that ended the task. */
    readonly onEnd: (turn: PlayerTurn) => void;
  }) {
    this.id = parts.id;
    this.task = parts.task;
    this.#open = parts.open;
    this.#onEnd = parts.onEnd;
  }

  /** What is on the screen; the first look begins the task. */
  async look(): Promise<PlayerTurn> {
    return await this.#next(() => this.#begun());
  }

  /**
   * Does one step.
   *
   * @param choose the action, from the screen as it is then
   * @throws {UserError} where the task is over, or `choose` finds that it cannot be; nothing is done then
   */
  async act(choose: (screen: Screen) => Action | Promise<Action>): Promise<PlayerTurn> {
    return await this.#next(async () => {
      const { observation } = await this.#begun();
      const session = this.#session;
      if (session === null) {
        throw new UserError('the task of this phone is over: nothing reaches it any more', {
          hint: 'mobile_list_available_devices lists the phones that there are.',
        });
      }
      return await this.#told(await session.step(await choose(observation.screen)));
    });
  }

  async #begun(): Promise<PlayerTurn> {
    if (this.#turn !== null) return this.#turn;
    this.#session ??= this.#open();
    return await this.#told(await this.#session.reset({ task: this.task.id }));
  }

  async #told(turn: PlayerTurn): Promise<PlayerTurn> {
    this.#turn = turn;
    if (turn.ended === null) return turn;
    const session = this.#session;
    this.#session = null;
    this.#onEnd(turn);
    // Others may need the phone.
    await session?.[Symbol.asyncDispose]();
    return turn;
  }

  async #next<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#queue.then(() => {
      // Calls that wait when their client goes begin nothing.
      if (this.#isClosed) throw new UserError('this phone is given back');
      return work();
    });
    this.#queue = done.catch(() => undefined);
    return await done;
  }

  /** Gives up what is under way. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true;
    const session = this.#session;
    this.#session = null;
    await session?.[Symbol.asyncDispose]();
  }
}
