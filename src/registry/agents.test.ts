import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { quoteWord } from '../domain/text/quote-word.js';
import { buildAgentContext } from '../testing/contracts/agent-contract.js';
import { temporaryFolder } from '../testing/run-fakes/run-fake.js';
import { agentEntry } from './agents.js';
import { resolveSettings } from '../app/settings/resolve-settings.js';

const SHELL = {
  PATH: process.env['PATH'],
  HOME: '/home/me',
  MODEL_KEY: 'sk-model',
  TOUCHSTONE_API_KEY: 'sk-mine',
};

/** The variables that the program of `--agent process` finds. */
async function environmentSeen(flags: Record<string, unknown>): Promise<Record<string, string>> {
  await using folder = await temporaryFolder();
  const file = join(folder.path, 'seen.json');
  const script = `require('node:fs').writeFileSync(${JSON.stringify(file)}, JSON.stringify(process.env));
    process.stdin.once('data', () => console.log('{"type":"ready"}'));`;
  const command = [process.execPath, '-e', script].map(quoteWord).join(' ');
  const { values: settings } = resolveSettings({
    flags: { agentOptions: { command }, ...flags },
    environment: {},
    config: null,
  });
  const definition = await agentEntry('process').open?.({
    ...settings,
    workingDirectory: folder.path,
    environment: SHELL,
    signal: new AbortController().signal,
  });
  // An agent without roles uses none of its parts.
  const made = definition?.create({} as never, settings.agentOptions);
  await using _episode = await made?.agent.open(buildAgentContext());
  return JSON.parse(await readFile(file, 'utf8')) as Record<string, string>;
}

describe('the program of an agent', () => {
  it('sees no key of the shell, unless it is named', async () => {
    const seen = await environmentSeen({});
    expect(seen).toMatchObject({ HOME: '/home/me' });
    expect(JSON.stringify(seen)).not.toContain('sk-');
    expect(await environmentSeen({ passEnv: ['MODEL_KEY'] })).toMatchObject({ MODEL_KEY: 'sk-model' });
  });

  it('is not started where a variable that it needs is missing', async () => {
    await expect(environmentSeen({ passEnv: 'MODEL_KEY, OTHER_KEY' })).rejects.toThrow(/^OTHER_KEY cannot/);
  });
});
