import { z } from 'zod';
import type { Action, ActionOf } from '../../domain/action.js';
import type { Observation, UserTurn } from '../../domain/screen.js';
import { scriptedReply, type ScriptedUser } from '../../domain/task-fields/scripted-user.js';
import type { UserReply } from '../../domain/trajectory.js';
import { DatasetError } from '../../errors.js';
import { AroundEnvironment } from '../around/around-environment.js';
import type {
  Environment,
  EnvironmentCapabilities,
  EpisodeStart,
  StepOptions,
  StepResult,
} from '../environment.js';

/** Who answers the agent's questions. */
export interface AnsweringUser {
  /** Whether the same questions in the same order always get the same replies. */
  readonly isRepeatable: boolean;
  /** @param asked questions of this episode before this one */
  reply(
    question: string,
    options: { readonly asked: number; readonly signal: AbortSignal },
  ): Promise<UserReply>;
}

/** The user that a task brings along. */
export function scriptedUser(user: ScriptedUser): AnsweringUser {
  return {
    isRepeatable: true,
    reply: async (question, { asked }) => scriptedReply(user, question, asked),
  };
}

/** What an agent asks that says nothing but what kind of question it has. */
const UNSPOKEN: Readonly<Record<ActionOf<'ask_user'>['reason'], string>> = {
  feedback: 'What should I do?',
  takeover: 'Please do this step yourself.',
  choice: 'Which one should I choose?',
  confirm: 'Should I go on?',
};

const TurnsSchema = z.array(z.object({ question: z.string(), reply: z.string() }));

/**
 * Answers `ask_user`, which never touches the phone: rule `user_reply`. The reply is in the next observation and all later ones,
 * with what was asked before. All else goes through.
 *
 * What was said is part of a snapshot; played again, a scripted user says the same.
 */
export class UserEnvironment extends AroundEnvironment {
  readonly #user: AnsweringUser;
  #turns: readonly UserTurn[] = [];

  constructor(inner: Environment, user: AnsweringUser) {
    super(inner);
    this.#user = user;
  }

  override get capabilities(): EnvironmentCapabilities {
    const { capabilities } = this.inner;
    // What a person said is not said again by playing the actions again.
    return this.#user.isRepeatable ? capabilities : { ...capabilities, deterministic: false };
  }

  override reset(start: EpisodeStart, options: { readonly signal: AbortSignal }): Promise<Observation> {
    this.#turns = [];
    return super.reset(start, options);
  }

  override async step(action: Action, options: StepOptions): Promise<StepResult> {
    if (action.type !== 'ask_user') return super.step(action, options);
    options.signal.throwIfAborted();
    const question = action.text?.trim() ?? '';
    const asked = question === '' ? UNSPOKEN[action.reason] : question;
    const { signal } = options;
    const { untimed = (work) => work() } = options;
    // However long a person takes, it is not the agent's time.
    const reply = await untimed(() => this.#user.reply(asked, { asked: this.#turns.length, signal }));
    const turns = [...this.#turns, { question: asked, reply: reply.text }];
    const seen = await this.inner.observe(options);
    this.#turns = turns;
    return {
      type: 'observed',
      observation: this.shown(seen),
      transition: { rule: 'user_reply', next: this.inner.state, detail: reply.text, reply },
    };
  }

  protected override shown(observation: Observation): Observation {
    return this.#turns.length === 0 ? observation : { ...observation, conversation: this.#turns };
  }

  protected override ownState(): unknown {
    return this.#turns;
  }

  protected override takeState(state: unknown): void {
    const read = TurnsSchema.safeParse(state);
    if (!read.success) throw new DatasetError('the snapshot does not hold what the user said');
    this.#turns = read.data;
  }
}
