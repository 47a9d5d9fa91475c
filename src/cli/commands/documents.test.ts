import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  CLICK_NEXT,
  recordingFiles,
  savedRunFiles,
  temporaryFolder,
  withPictures,
  writeFiles,
  writeSphinxData,
} from '../../../test/fixtures/sphinx-data.js';
import { DocumentsFileSchema } from '../../formats/documents/documents-file.js';
import { commandContext } from '../../testing/command-context.js';
import { chatCompletion, openChatEndpoint, sendJson } from '../../testing/models/chat-endpoint.js';
import { buildProgram } from '../program.js';

const CLICK = { action_type: 'CLICK', element: CLICK_NEXT.element };
const STOP = { action_type: 'STOP' };

/** Runs commands in a folder, with a model that says what each element is for. */
async function scene(folder: string) {
  const endpoint = await openChatEndpoint((_, response, index) =>
    sendJson(response, 200, chatCompletion(`What element ${index} is for.`)),
  );
  const model = ['--demonstrations', '--model', 'test', '--base-url', endpoint.baseUrl];
  const touchstone = async (...args: string[]): Promise<{ stdout: string; stderr: string }> => {
    const { context, printed, told } = commandContext({ workingDirectory: folder, environment: {} });
    const program = await buildProgram(context, args);
    await program.parseAsync(['node', 'touchstone', ...args]);
    return { stdout: printed(), stderr: told() };
  };
  const learn = async (...args: string[]) => {
    const { stdout, stderr } = await touchstone('documents', ...args, ...model);
    return { stderr, learned: DocumentsFileSchema.parse(JSON.parse(stdout)).documents };
  };
  return { touchstone, learn, [Symbol.asyncDispose]: () => endpoint[Symbol.asyncDispose]() };
}

describe('touchstone documents --demonstrations', () => {
  it('learns from runs made elsewhere that solve their task, and from all when asked to', async () => {
    await using data = await temporaryFolder();
    await writeSphinxData(data.path);
    const solved = savedRunFiles([CLICK, CLICK, STOP], ['Home', 'List', 'Note']);
    const failed = savedRunFiles([CLICK, STOP], ['Home', 'List']);
    await writeFiles(join(data.path, 'runs/1/notes'), withPictures(solved));
    await writeFiles(join(data.path, 'runs/2/notes'), withPictures(failed));
    await using user = await scene(data.path);
    const named = ['sphinx', '--data', '.', '--trajectories', 'runs'];
    const { learned, stderr } = await user.learn(...named);
    expect(stderr).toBe('1/notes#0: 1 written, 1 known, 1 steps passed over, 0 unanswered\n');
    expect(learned).toMatchObject([{ app: 'org.example.app', slot: 'tap', text: 'What element 0 is for.' }]);
    expect((await user.learn(...named, '--all-episodes')).stderr).toContain('2/notes#0: 0 written, 1 known');
    await writeFiles(join(data.path, 'bad/2/notes'), withPictures(failed));
    await expect(user.learn(...named.slice(0, -1), 'bad')).rejects.toMatchObject({
      message: expect.stringContaining('no run in') as string,
      hint: expect.stringContaining('--all-episodes') as string,
    });
  });

  it('learns from a run that walked over recordings, whose actions name elements', async () => {
    await using data = await temporaryFolder();
    await writeSphinxData(data.path);
    await writeFiles(
      join(data.path, 'groundtruth/1/notes'),
      withPictures(recordingFiles(['Home', 'List', 'Note'])),
    );
    await using user = await scene(data.path);
    const run = ['--dimensions', 'navigation', '--split', 'no-login', '--agent', 'oracle', '--run-id', 'way'];
    await user.touchstone('run', 'sphinx', '--data', '.', ...run);
    const { stderr, learned } = await user.learn('way');
    expect(stderr).toContain('navigation/1/notes#0: 1 written, 1 known, 1 steps passed over');
    expect(learned).toMatchObject([{ app: 'org.example.app', slot: 'tap' }]);
  });
});
