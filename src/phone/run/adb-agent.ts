import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Agent, AgentContext, AgentEpisode, DeviceBridge, MetBound } from '../../agents/agent.js';
import { AgentCommandError } from '../../agents/process/agent-process.js';
import { childEnvironment } from '../../agents/process/child-environment.js';
import { quoteWord } from '../../domain/text/quote-word.js';
import type { Decision } from '../../domain/decision.js';
import type { Observation } from '../../domain/screen.js';
import { BugError } from '../../errors.js';
import { PhoneClosed } from '../device/phone-closed.js';
import { findAnswer } from '../answers/find-answer.js';
import type { PhoneOptions } from '../phone-options.js';
import { CommandRun, type CommandEnd } from './command-run.js';
import { EpisodeWorld } from './episode-world.js';
import { fillCommand } from './fill-command.js';
import { PhoneCommandError, PhoneCommandOutage } from './phone-agent-errors.js';
import { phoneEnvironment } from './phone-environment.js';
import { phoneSteps } from './phone-steps.js';
import type { RunningPhone } from './start-phone.js';

export interface AdbAgentSettings {
  /** How results name the agent. */
  readonly name: string;
  readonly version: string;
  /** Program and arguments, with `{instruction}` and other names of `COMMAND_NAMES`; started without a shell, once per episode. */
  readonly command: readonly [string, ...string[]];
  readonly phone: PhoneOptions;
  /** How the phone is reached: by a server of its own, or through the real adb server that listens on this port. */
  readonly adbServer: 'own' | number;
  /** What finds its answer in what it prints (`checkAnswerRule`); empty: an answer is said to the phone, or there is none. */
  readonly answerPattern: string;
}

export interface AdbAgentOptions {
  /** Variables of the command besides its phone's; what `childEnvironment` leaves of Touchstone's unless given. */
  readonly environment?: NodeJS.ProcessEnv;
  /** Version of Touchstone, for logs. */
  readonly touchstone: string;
  /** Where the command starts; absolute. */
  readonly folder: string;
  /** Receives the command's output, line by line, without the secrets of its environment. */
  readonly onLine?: (line: string) => void;
}

/** Exit status by which a command says that something it depends on is out (`EX_TEMPFAIL` of sysexits). */
const OUTAGE = 75;

/** Said of an agent that ended without a word to its phone: most likely it looked for another. */
const SILENCE = 'no command reached the phone';

/**
 * An agent that drives a phone by `adb`, unmodified: its command is started with a phone of its own, what it does to the
 * phone are its decisions, and its end is the end of the episode.
 */
export function adbAgent(settings: AdbAgentSettings, options: AdbAgentOptions): Agent {
  const { name, version, command, phone, adbServer, answerPattern } = settings;
  return {
    name,
    version,
    settings: {
      command: [...command],
      phone: { ...phone },
      adbServer: adbServer === 'own' ? 'own' : 'real',
      // Runs without one are those of before there were any.
      ...(answerPattern === '' ? {} : { answerPattern }),
    },
    needs: { models: [], privileges: false, deviceBridge: true, pictures: false, hierarchy: false },
    stepsFor: phoneSteps,
    resume: 'item',
    open: async (context) => {
      const { deviceBridge } = context;
      if (deviceBridge === undefined) throw new BugError('A phone was asked for without its environment');
      return new AdbEpisode(settings, options, context, deviceBridge);
    },
  };
}

/** A bound of the engine's, as logs of phones call it. */
function limitOf(reason: MetBound['reason'], allowed: number): readonly [limit: string, value: number] {
  if (reason === 'step_budget') return ['maxActions', allowed];
  return reason === 'time_budget' ? ['maxWallMs', allowed * 1_000] : [reason, allowed];
}

class AdbEpisode implements AgentEpisode {
  readonly #settings: AdbAgentSettings;
  readonly #options: AdbAgentOptions;
  readonly #context: AgentContext;
  readonly #deviceBridge: DeviceBridge;
  #world: EpisodeWorld | null = null;
  #phone: RunningPhone | null = null;
  #command: CommandRun | null = null;
  #isOver = false;
  /** Resolves when nothing more happens on the phone. */
  #ending: Promise<void> | null = null;

  constructor(
    settings: AdbAgentSettings,
    options: AdbAgentOptions,
    context: AgentContext,
    deviceBridge: DeviceBridge,
  ) {
    this.#settings = settings;
    this.#options = options;
    this.#context = context;
    this.#deviceBridge = deviceBridge;
  }

  async decide(observation: Observation): ReturnType<AgentEpisode['decide']> {
    const world = this.#world ?? (await this.#start(observation));
    return world.next(observation);
  }

  async atBound(
    { reason, allowed, stepsLeft }: MetBound,
    observation: Observation,
  ): Promise<Decision | null> {
    // How the command ends from here on, and that its phone refuses it, says nothing of the episode.
    this.#isOver = true;
    const world = this.#world;
    const phone = this.#phone;
    if (world === null || phone === null) return null;
    const [limit, value] = limitOf(reason, allowed);
    this.#ending ??= phone.device.endAt(limit, value, { settles: stepsLeft > 0 });
    if (stepsLeft > 0) return Promise.race([world.next(observation), this.#ending.then(() => null)]);
    world.conclude(observation);
    await this.#ending;
    return null;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isOver = true;
    this.#world?.end();
    // The phone refuses everything the command still asks for; its port stays until the command is gone, since an `adb`
    // that finds no server on its port starts one there, which would outlive the run.
    await this.#phone?.device[Symbol.asyncDispose]();
    await this.#command?.stop();
    await this.#phone?.close();
  }

  async #start(observation: Observation): Promise<EpisodeWorld> {
    const { task, seed, repeat, maxSteps } = this.#context;
    const { filePath, graph } = this.#deviceBridge;
    const { phone: options, adbServer, command: template } = this.#settings;
    const files = `${filePath}.files`;
    if (template.some((word) => word.includes('{output}'))) await mkdir(files, { recursive: true });
    else await mkdir(dirname(filePath), { recursive: true });
    // Loaded only now: listing agents, or running others, has no use for a phone.
    const { startPhone } = await import('./start-phone.js');
    const { world, phone } = await startPhone({
      makeWorld: (profile) => new EpisodeWorld(this.#deviceBridge, observation, profile),
      observation,
      screens: graph === null ? null : { graph, screen: (id) => this.#deviceBridge.screen(id) },
      live: this.#deviceBridge.live,
      options,
      adbServer,
      maxActions: maxSteps,
      logFile: `${filePath}.phone.jsonl`,
      episode: {
        world: graph?.name ?? null,
        task: task.id,
        repeat,
        seed,
        touchstone: this.#options.touchstone,
      },
      onLogFailure: (error) => this.#world?.fail(error),
    });
    this.#world = world;
    this.#phone = phone;
    const { serial, port } = phone;
    const filled = fillCommand(template, {
      instruction: task.instruction,
      language: task.language,
      apps: task.apps.join(', '),
      maxSteps,
      seed,
      repeat,
      serial,
      port,
      output: files,
    });
    const environment = phoneEnvironment(this.#options.environment ?? childEnvironment(process.env), {
      serial,
      port,
      instruction: task.instruction,
      maxSteps,
    });
    const command = new CommandRun(filled, {
      environment,
      folder: this.#options.folder,
      output: `${filePath}.output.txt`,
      ...(this.#options.onLine === undefined ? {} : { onLine: this.#options.onLine }),
    });
    this.#command = command;
    void command.ended.then((end) => this.#endOf(end, { filled, files }));
    return world;
  }

  /** Gives the phone the answer that the command printed, where it said none to the phone. */
  async #takeAnswer(): Promise<void> {
    const { answerPattern: rule } = this.#settings;
    const [phone, command] = [this.#phone, this.#command];
    if (rule === '' || phone === null || command === null || phone.device.hasAnswered) return;
    const found = await findAnswer(rule, command.printed);
    if (found === null || this.#isOver) return;
    const { text, ...place } = found;
    await phone.device.controls.answer(text, { ...place, rule });
    this.#world?.noteEnd(
      `the answer was taken from line ${place.line} of what the command printed on ${place.output}`,
    );
  }

  /** What the end of the command means for the episode, if that is not over already. */
  async #endOf(
    end: CommandEnd,
    { filled, files }: { readonly filled: readonly string[]; readonly files: string },
  ): Promise<void> {
    if (this.#isOver) return;
    const shown = filled.map(quoteWord).join(' ');
    if (end.type === 'failed') {
      this.#world?.fail(
        new AgentCommandError(`the agent cannot be started: ${shown}`, {
          hint: `${end.error.message}. Is the program installed and on the PATH?`,
          cause: end.error,
        }),
      );
      return;
    }
    const isSilent = this.#phone?.device.counts.commands === 0;
    if (end.type === 'exited' && end.code === 0) {
      try {
        await this.#takeAnswer();
      } catch (error) {
        if (!(error instanceof PhoneClosed)) {
          this.#world?.fail(error);
          return;
        }
      }
      if (isSilent) this.#world?.noteEnd(`the agent's command ended, and ${SILENCE}`);
      // Text that it had typed is still on its way.
      await this.#phone?.finish('unspecified');
      return;
    }
    const how = end.type === 'killed' ? `by ${end.signal}` : `with exit code ${end.code}`;
    const words = end.lastWords === '' ? '' : `, saying "${this.#withoutOwn(end.lastWords, files)}"`;
    // What it had typed counts, however the command ended.
    await this.#phone?.device.settle().catch(() => {});
    if (this.#isOver) return;
    const text = `the agent's command ended ${how}${words}${isSilent ? `; ${SILENCE}` : ''}`;
    // Said in parentheses after the message.
    const hint = "what it printed is in attempts/ of the run's folder";
    this.#world?.fail(
      end.type === 'exited' && end.code === OUTAGE
        ? new PhoneCommandOutage(text, { hint })
        : new PhoneCommandError(text, {
            hint: `${hint}; exit code 0 ends the episode as done, ${OUTAGE} says that its model is out, which voids it`,
          }),
    );
  }

  /** Says of the episode's own phone and files what the command calls them, so that episodes that failed alike say the same. */
  #withoutOwn(text: string, files: string): string {
    const { serial, port } = this.#phone ?? {};
    const shared = text.replaceAll(files, '{output}');
    if (serial === undefined || port === undefined) return shared;
    return shared.replaceAll(serial, '{serial}').replaceAll(new RegExp(`\\b${port}\\b`, 'g'), '{port}');
  }
}
