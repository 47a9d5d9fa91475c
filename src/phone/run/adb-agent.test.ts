import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AgentContext, AgentEpisode } from '../../agents/agent.js';
import type { Observation } from '../../domain/screen.js';
import { PhoneOptionsSchema } from '../phone-options.js';
import { adbAgent } from './adb-agent.js';

const SCREEN: Observation = {
  screen: {
    id: 'a',
    size: { width: 540, height: 1170 },
    activity: { package: 'com.example.app', activity: '.Main' },
    picture: null,
    hierarchy: null,
  },
};

let folder = '';
let attempts = 0;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'adb-agent-'));
});
afterEach(async () => rm(folder, { recursive: true, force: true }));

/** An episode with this shell script as its agent. */
function episodeOf(script: string, answerPattern = ''): Promise<AgentEpisode> {
  const agent = adbAgent(
    {
      name: 'a',
      version: '1',
      command: ['sh', '-c', script, 'agent', '{output}'],
      phone: PhoneOptionsSchema.parse({}),
      adbServer: 'own',
      answerPattern,
    },
    { folder, touchstone: 'test' },
  );
  const context: AgentContext = {
    task: { id: 't', instruction: 'do it', language: 'en', apps: [] },
    repeat: 0,
    seed: 1,
    maxSteps: 5,
    models: new Map() as unknown as AgentContext['models'],
    deviceBridge: {
      state: () => 'a',
      hasTransition: () => false,
      lastTransition: () => null,
      graph: null,
      screen: () => null,
      filePath: join(folder, 'attempts', `t.0.${(attempts += 1)}`),
    },
    signal: new AbortController().signal,
  };
  return agent.open(context);
}

async function firstDecision(script: string, answerPattern = ''): Promise<unknown> {
  await using episode = await episodeOf(script, answerPattern);
  return await episode.decide(SCREEN, [], { signal: new AbortController().signal });
}

describe('adbAgent', () => {
  it('ends the episode when its command is done, and says when that never spoke to its phone', async () => {
    expect(await firstDecision('exit 0')).toMatchObject({
      action: { type: 'stop', status: 'unspecified' },
      note: "the agent's command ended, and no command reached the phone",
    });
  });

  it('tells a model that is out, which is tried again, from an agent that broke', async () => {
    await expect(firstDecision('echo no quota; exit 75')).rejects.toMatchObject({
      code: 'PHONE_COMMAND_OUTAGE',
      fault: 'model',
      retryable: true,
      message:
        'the agent\'s command ended with exit code 75, saying "no quota"; no command reached the phone',
    });
    await expect(firstDecision('exit 1')).rejects.toMatchObject({ code: 'PHONE_COMMAND', fault: 'agent' });
    await expect(firstDecision('kill -9 $$')).rejects.toMatchObject({
      code: 'PHONE_COMMAND',
      message: "the agent's command ended by SIGKILL; no command reached the phone",
    });
  });

  it('takes the answer from what its command printed, and its log says from where', async () => {
    const script = 'echo looking; echo "Answer: 3 messages"; echo bye >&2';
    expect(await firstDecision(script, '^Answer: (.*)')).toMatchObject({
      action: { type: 'stop', status: 'unspecified', answer: '3 messages' },
      note: expect.stringContaining('the answer was taken from line 2 of what the command printed on stdout'),
    });
    const log = await readFile(join(folder, 'attempts', `t.0.${attempts}.phone.jsonl`), 'utf8');
    expect(
      log
        .split('\n')
        .filter((line) => line.includes('"kind":"answer"'))
        .map((line) => JSON.parse(line)),
    ).toEqual([
      expect.objectContaining({
        text: '3 messages',
        source: { output: 'stdout', line: 2, rule: '^Answer: (.*)' },
      }),
    ]);
  });

  it('gives no answer where its command printed none, failed, or nobody said how to find one', async () => {
    for (const [script, rule] of [
      ['echo "Reply: 3"', '^Answer: (.*)'],
      ['echo "Answer: 3"', ''],
    ] as const) {
      const decision = (await firstDecision(script, rule)) as { action: object };
      expect(decision.action).toEqual({ type: 'stop', status: 'unspecified' });
    }
    await expect(firstDecision('echo "Answer: 3"; exit 1', '^Answer: (.*)')).rejects.toMatchObject({
      code: 'PHONE_COMMAND',
    });
  });

  it('ends the run where the pattern takes for ever', async () => {
    const script = 'echo aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!';
    await expect(firstDecision(script, '^(a+)+$')).rejects.toMatchObject({
      code: 'ANSWER_RULE',
      stopsRun: true,
    });
  });

  it('tells its command where the phone is', async () => {
    await firstDecision('echo "$ANDROID_SERIAL at $ANDROID_ADB_SERVER_PORT: $TOUCHSTONE_INSTRUCTION" > told');
    expect(await readFile(join(folder, 'told'), 'utf8')).toMatch(/^emulator-\d+ at \d+: do it\n$/);
  });

  it('says the same of episodes that failed alike, for any names of phones and files', async () => {
    const script =
      'echo working; echo "$1: $ANDROID_SERIAL is not on port $ANDROID_ADB_SERVER_PORT" >&2; echo bye; exit 2';
    await expect(firstDecision(script)).rejects.toMatchObject({
      message:
        'the agent\'s command ended with exit code 2, saying "{output}: {serial} is not on port {port}"; no command reached the phone',
    });
  });
});
