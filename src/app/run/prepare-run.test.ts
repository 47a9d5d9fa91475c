import { fileURLToPath } from 'node:url';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { identityHash } from '../../engine/run-identity.js';
import { temporaryFolder } from '../../testing/run-fakes/run-fake.js';
import { prepareRun } from './prepare-run.js';
import { resolveSettings } from '../settings/resolve-settings.js';

const MODEL = { agent: 'direct', model: 'm', baseUrl: 'http://127.0.0.1:1/v1' };

async function prepared(flags: Record<string, unknown>, workingDirectory: string) {
  const { values } = resolveSettings({ flags: { ...MODEL, ...flags }, environment: {}, config: null });
  const signal = new AbortController().signal;
  const run = await prepareRun('pocket', values, { workingDirectory, environment: {}, signal });
  await run.benchmark[Symbol.asyncDispose]();
  return run.configuration.identity;
}

const PROFILE = {
  formatVersion: 1,
  id: 'mine',
  provider: 'openai-compatible',
  baseUrl: 'http://127.0.0.1:1/v1',
  model: 'm',
};

describe('what a run is', () => {
  it('differs with every setting that changes an answer', async () => {
    await using folder = await temporaryFolder();
    await writeFile(
      join(folder.path, 'turn.txt'),
      'Do {{instruction}}.\n{{calls}}\n{{positions}}\n{{history}}',
    );
    const chat = { system: '{{content}}', user: '{{content}}', assistant: '{{content}}', opening: 'A:' };
    const profiles = {
      completion: {
        ...PROFILE,
        completion: { ...chat, picture: '<image>', pictureField: 'multimodal_data' },
      },
      sampling: { ...PROFILE, sampling: { topP: 0.5 } },
      serving: { ...PROFILE, serving: { quantisation: 'fp8' } },
      dialect: { ...PROFILE, dialect: 'ui_tars' },
      history: { ...PROFILE, history: { steps: 7 } },
    };
    for (const [name, profile] of Object.entries(profiles)) {
      await writeFile(join(folder.path, `${name}.json`), JSON.stringify(profile));
    }
    const changes: Record<string, unknown>[] = [
      {},
      { dialect: 'generic_call@permille' },
      { prompts: ['turn=turn.txt'] },
      { coordinates: 'norm:999' },
      { picture: 'longest_side:512:jpeg' },
      { historyLength: '3' },
      { historyPictures: '2' },
      { history: 'none' },
      { history: 'actions' },
      { history: 'screenshots' },
      { history: 'context' },
      { history: 'actions+screenshots' },
      { history: 'actions+screenshots', historyLength: '2' },
      { history: 'actions+screenshots', historyPictures: '2' },
      { history: 'actions+screenshots+context' },
      { observation: 'screenshot' },
      { parsing: 'strict' },
      { temperature: '0.5' },
      { topP: '0.9' },
      { topK: '5' },
      { modelSeed: '2025' },
      { maxOutputTokens: '77' },
      { model: 'other' },
      { provider: 'openai', api: 'chat' },
      { provider: 'openai' },
      { seed: '9' },
      { provider: 'completions', profile: 'completion.json' },
      { profile: 'sampling.json' },
      { profile: 'serving.json' },
      { profile: 'dialect.json' },
      { profile: 'history.json' },
    ];
    const hashes = await Promise.all(
      changes.map(async (flags) => identityHash(await prepared(flags, folder.path))),
    );
    expect(new Set(hashes).size).toBe(changes.length);
  });

  it.each([
    [{ prompts: ['turn=missing.txt'] }, 'missing.txt'],
    [{ prompts: [`nothing=${fileURLToPath(import.meta.url)}`] }, 'nobody has a prompt "nothing"'],
    [{ history: 'sideways' }, 'it must be none, or some of recorded, own, actions'],
    [{ history: 'actions', agent: 'react' }, 'react decides itself what its model is shown'],
    [
      { history: 'actions', historyPictures: '2' },
      'shows no earlier screenshot, and --history-pictures says 2',
    ],
    [{ history: 'context', historyLength: '3' }, 'shows no earlier step, and --history-length says 3'],
    [{ history: 'none', historyLength: '3' }, 'shows no earlier step, and --history-length says 3'],
    [
      { history: 'screenshots', historyPictures: '0' },
      'shows earlier screenshots, and --history-pictures says 0',
    ],
    [{ history: 'actions', historyLength: '0' }, 'shows earlier steps, and --history-length says 0'],
    [
      { history: 'actions+screenshots', dialect: 'cogagent' },
      'cogagent take one picture in a request, not 5',
    ],
    [{ history: 'screenshots', observation: 'hierarchy' }, 'the model is shown no screenshot'],
    [{ history: 'annotated-context' }, 'pocket has no summaries of earlier steps'],
    [{ dialectOptions: ['fancy=true'] }, 'has no switch "fancy"'],
    [{ agentOptions: ['fancy=true'] }, 'has no switch "fancy"'],
    [{ parsing: 'reference:nobody' }, 'cannot read answers as reference:nobody'],
    [{ dialect: 'klingon' }, 'there is no dialect "klingon"'],
    [{ api: 'chat' }, '--api chooses between the interfaces of the provider openai'],
    [{ dialect: './missing.mjs' }, 'cannot be loaded'],
    [{ prompts: ['turn'] }, 'not written as name=value'],
    [{ coordinates: 'norm' }, 'it must be one of'],
    [{ provider: 'carrier-pigeon' }, '--provider'],
    [{ profile: 'missing.json' }, 'missing.json'],
    [{ roleProfiles: ['planner=x.json'] }, 'has no role "planner"'],
    [{ maxCost: '1' }, 'needs to know what tokens of m cost'],
    [{ prices: 'missing.json' }, 'missing.json'],
    [{ replay: 'missing.jsonl' }, 'missing.jsonl'],
  ])('cannot be %j', async (flags, message) => {
    await expect(prepared(flags, '/tmp')).rejects.toThrow(message);
  });

  it('names what a file of documents or skills says, wherever it lies', async () => {
    await using folder = await temporaryFolder();
    const document = { app: 'a', element: 'e', slot: 'tap', text: 'Leads on.' };
    const files: Record<string, unknown> = {
      'documents.json': { formatVersion: 1, documents: [document] },
      'same.json': { formatVersion: 1, documents: [document] },
      'other.json': { formatVersion: 1, documents: [{ ...document, text: 'Leads back.' }] },
      'skills.json': { task: ['Open it'] },
    };
    for (const [name, value] of Object.entries(files)) {
      await writeFile(join(folder.path, name), JSON.stringify(value));
    }
    const hashOf = async (agent: string, option?: string): Promise<string> =>
      identityHash(
        await prepared({ agent, ...(option === undefined ? {} : { agentOptions: [option] }) }, folder.path),
      );
    const known = await hashOf('appagent', 'documents=documents.json');
    expect(await hashOf('appagent', 'documents=same.json')).toBe(known);
    expect(await hashOf('appagent', 'documents=other.json')).not.toBe(known);
    expect(await hashOf('appagent')).not.toBe(known);
    expect(await hashOf('react', 'skill=skills.json')).not.toBe(await hashOf('react'));
    await expect(hashOf('appagent', 'documents=skills.json')).rejects.toThrow('formatVersion');
    await expect(hashOf('react', 'skill=missing.json')).rejects.toMatchObject({ code: 'FILE_UNREADABLE' });
  });

  it('asks each role in its own dialect, the one that its agent or the user names', async () => {
    const dialects = async (flags: Record<string, unknown>) =>
      (await prepared({ agent: 'planner-grounder', ...flags }, '/tmp')).agent.settings['dialects'];
    expect(await dialects({})).toMatchObject({
      planner: { family: 'colorbench_api' },
      grounder: { family: 'qwen25_mobile_use', variant: 'colorbench' },
    });
    expect(await dialects({ roleDialects: ['grounder=ui_tars@1.5'] })).toMatchObject({
      grounder: { family: 'ui_tars', variant: '1.5' },
    });
    await expect(dialects({ roleDialects: ['judge=ui_tars'] })).rejects.toThrow('has no role "judge"');
  });

  it('does not differ with what changes no answer', async () => {
    await using folder = await temporaryFolder();
    await writeFile(join(folder.path, 'mine.json'), JSON.stringify(PROFILE));
    await writeFile(join(folder.path, 'prices.json'), JSON.stringify({ formatVersion: 1, prices: [] }));
    const same = [
      {},
      { profile: 'mine.json' },
      { cache: 'kept' },
      { record: 'r.jsonl' },
      { prices: 'prices.json' },
    ];
    const hashes = await Promise.all(
      same.map(async (flags) => identityHash(await prepared(flags, folder.path))),
    );
    expect(new Set(hashes).size).toBe(1);
  });

  it('asks the dialect and the model of a profile, and lets flags go before both', async () => {
    await using folder = await temporaryFolder();
    const profile = {
      ...PROFILE,
      dialect: 'ui_tars@1.0',
      sampling: { temperature: 0.3 },
      history: { steps: 2 },
    };
    await writeFile(join(folder.path, 'mine.json'), JSON.stringify(profile));
    const plain = await prepared({ profile: 'mine.json' }, folder.path);
    expect(plain).toMatchObject({
      dialect: { name: 'ui_tars@1.0' },
      history: { length: 2 },
      models: { actor: { temperature: 0.3 } },
    });
    const flags = { profile: 'mine.json', dialect: 'generic_call', temperature: '0.9', historyLength: '5' };
    expect(await prepared(flags, folder.path)).toMatchObject({
      dialect: { name: 'generic_call@sent' },
      history: { length: 5 },
      models: { actor: { temperature: 0.9 } },
    });
  });

  it('reads as the published code does in mode reference, where the dialect has that', async () => {
    const name = (flags: Record<string, unknown>) => prepared(flags, '/tmp').then(({ parsing }) => parsing);
    expect(await name({ mode: 'reference' })).toBe('tolerant');
    expect(await name({ mode: 'reference', parsing: 'strict' })).toBe('strict');
  });

  it.each(['sphinx', 'guiodyssey'])(
    'cannot be distinguished by %s where a file is missing, and how to look',
    async (name) => {
      await using folder = await temporaryFolder();
      const flags = { agent: 'oracle', data: folder.path };
      const { values } = resolveSettings({ flags, environment: {}, config: null });
      const options = {
        workingDirectory: folder.path,
        environment: {},
        signal: new AbortController().signal,
      };
      await expect(prepareRun(name, values, options)).rejects.toMatchObject({
        code: 'FILE_UNREADABLE',
        message: expect.stringMatching(/^\/\S+\.json: there is no such file$/),
        hint: expect.stringContaining(`\`touchstone data check ${name} ${folder.path}\``),
      });
    },
  );

  it('takes a dialect from a module of its own, whose changes are other dialects', async () => {
    await using folder = await temporaryFolder({ onDisk: true });
    const names: unknown[] = [];
    for (const word of ['tap', 'press']) {
      const file = join(folder.path, `${word}.mjs`);
      await writeFile(file, moduleOf(word));
      const identity = await prepared({ dialect: file }, folder.path);
      names.push(identity.dialect);
    }
    expect(names).toMatchObject([{ name: 'mine' }, { name: 'mine' }]);
    expect(new Set(names.map((name) => JSON.stringify(name))).size).toBe(2);
  });
});

function moduleOf(word: string): string {
  return `export default {
    family: 'mine', title: 'mine', variants: [], references: [],
    create: () => ({
      family: 'mine', variant: null, version: '1', coordinates: { space: 'sent' }, scroll: null,
      observation: { screenshot: true, marked: null, text: null, picture: { resize: null, format: 'png' } },
      history: { steps: 0, pictures: 0 }, prompts: {}, switches: {}, sampling: {}, maxActionsPerStep: 1,
      buildRequest: () => ({ messages: [] }), printCall: () => '${word}', printAnswer: () => '${word}',
      parse: () => ({ type: 'actions', actions: [{ type: 'wait' }], warnings: [], lenient: false }),
    }),
  };`;
}
