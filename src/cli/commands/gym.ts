import { once } from 'node:events';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { AccessList } from '../../app/access/access-list.js';
import { usersNotes } from '../../app/access/users-notes.js';
import { benchmarkExamples } from '../../app/help/benchmark-examples.js';
import { LOOPBACK } from '../../app/hosts.js';
import { openPlay } from '../../app/play/open-play.js';
import { REWARDS } from '../../app/play/play-reward.js';
import { PLAY_SETTINGS } from '../../app/play/play-settings.js';
import { loadSettings } from '../../app/settings/load-settings.js';
import { UserError } from '../../errors.js';
import { oneOf, wholeNumber } from '../../domain/text/parse-option.js';
import { GYM_COORDINATES, GYM_PICTURES } from '../../gym/gym-options.js';
import { runnerTokens } from '../../gym/runner-tokens.js';
import { serveGym } from '../../gym/serve-gym.js';
import { addSettings } from '../add-settings.js';
import type { CommandContext } from '../command-context.js';
import { introduce } from '../introduce.js';
import { portNumber, urlHost } from '../listen-address.js';
import { SERVED_AS, SERVED_AS_WORDS } from '../serving/served-as.js';
import { serverToken } from '../serving/server-token.js';

const TOKEN = 'TOUCHSTONE_GYM_TOKEN';

/** `touchstone gym serve BENCHMARK`: phones for trainers. */
export function addGymCommand(program: Command, context: CommandContext): void {
  const gym = introduce(
    program.command('gym'),
    'Phones for trainers: reset, step, reward, over OpenEnv.',
    benchmarkExamples('gym serve', 2, context.namedBenchmarks),
  ).enablePositionalOptions();
  addSettings(
    introduce(
      gym.command('serve'),
      'Serve the tasks of a benchmark to programs that learn on them: the phones, limits, seeds and rules of a run.',
      benchmarkExamples('gym serve', 4, context.namedBenchmarks),
    ),
    PLAY_SETTINGS,
  )
    .argument('<benchmark>', 'name of a benchmark, or folder of a world of your own')
    .option('--host <address>', 'address to listen on; any but loopback asks for a token', '127.0.0.1')
    .option('--port <n>', 'port to listen on; 0 takes any free one', '8000')
    .option(SERVED_AS, SERVED_AS_WORDS)
    .option('--access <file>', 'users of `touchstone access`: their runners may come, with their own tokens')
    .option('--max-sessions <n>', 'episodes at once', '1000')
    .option('--session-timeout <seconds>', 'end sessions that nobody uses for so long; 0 is never', '3600')
    .option(
      '--reward <kind>',
      'sparse: 1 or 0 at the end; progress: what each step adds to the task',
      'sparse',
    )
    .option('--pictures <kind>', 'pictures in observations: none, inline (base64) or url', 'inline')
    .option('--coordinates <space>', 'space of all positions: pixel, permille or unit', 'pixel')
    .option('--http-session', 'all requests over HTTP share one episode (default: each has its own)')
    .option('--record <run>', 'keep what is played as a run of this name (default: nothing is kept)')
    .option('--json', 'print address and process as one JSON document')
    .action(async (benchmarkName: string, options: Record<string, unknown>) => {
      await serve(benchmarkName, options, context);
    });
  for (const command of gym.commands) command.option('--verbose', 'print stacks of errors');
}

async function serve(
  benchmarkName: string,
  options: Record<string, unknown>,
  context: CommandContext,
): Promise<void> {
  const { workingDirectory, environment, interrupted: signal, stderr, stdout } = context;
  context.sayOnInterrupt('closing the gym');
  const host = String(options['host']);
  const port = portNumber(options['port']);
  const reward = oneOf(REWARDS, options['reward'], '--reward');
  const pictures = oneOf(GYM_PICTURES, options['pictures'], '--pictures');
  const coordinates = oneOf(GYM_COORDINATES, options['coordinates'], '--coordinates');
  const timeout = wholeNumber(options['sessionTimeout'], '--session-timeout');
  const maxSessions = wholeNumber(options['maxSessions'], '--max-sessions');
  if (maxSessions === 0) {
    throw new UserError('--max-sessions: nobody could play', { hint: 'Write --max-sessions 1 or more.' });
  }
  const { access } = options;
  using users =
    typeof access === 'string' ? await openUsers(resolve(workingDirectory, access), context) : null;
  const token = LOOPBACK.has(host) || users !== null ? null : serverToken(TOKEN, environment);
  // Of the same name as the setting of models, which nobody asks here.
  const { coordinates: _, ...flags } = options;
  const { values } = await loadSettings(flags, context, ['plugins']);
  await using play = await openPlay(benchmarkName, values, {
    agent: { name: 'gym', settings: { coordinates, reward } },
    reward,
    maxSessions,
    record: typeof options['record'] === 'string' ? options['record'] : null,
    runsFolder: resolve(workingDirectory, values.runs),
    workingDirectory,
    environment,
    onPhoneNote: (note) => void stderr.write(`note: ${note}\n`),
    signal,
  });
  for (const warning of play.benchmark.warnings) stderr.write(`warning: ${warning}\n`);
  await using served = await serveGym(play, {
    host,
    port,
    // Commander's list of what the flag was given.
    servedAs: (options['servedAs'] as readonly string[] | undefined) ?? [],
    token: users === null ? token : runnerTokens(users),
    pictures,
    coordinates,
    timeoutSeconds: timeout === 0 ? null : timeout,
    keepsHttpEpisode: options['httpSession'] === true,
    ...(users === null ? {} : { requires: () => users.teams() }),
  });
  const address = `http://${urlHost(host)}:${served.port}`;
  const shown = token === null ? address : `${address}/t/${token}`;
  const { directory, maxSessions: most } = play;
  stdout.write(
    options['json'] === true
      ? `${JSON.stringify({ address, ...(token === null ? {} : { token }), pid: process.pid, tasks: play.tasks.length, maxSessions: most, directory })}\n`
      : `${play.tasks.length} tasks of ${play.title}, up to ${most} at once: ${shown}\n` +
          (directory === null ? '' : `What is played is kept in ${directory}\n`) +
          'Ctrl-C ends it.\n',
  );
  if (!signal.aborted) await once(signal, 'abort');
}

/** @throws {DatasetError} */
async function openUsers(file: string, { stderr }: CommandContext): Promise<AccessList> {
  const say = (note: string): void => void stderr.write(`note: ${note}\n`);
  const onProblem = usersNotes(file, say, 'connections that are open go on');
  return AccessList.open(file, { onProblem });
}
