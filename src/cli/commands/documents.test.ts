import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
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
import { hierarchyXml, uiNode } from '../../testing/hierarchy-xml.js';
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

/** A screen with a button that nobody touched before the one that leads on. */
function screenWithMore(name: string): string {
  const button = { class: 'android.widget.Button', clickable: 'true' };
  return hierarchyXml([
    uiNode({ text: name, bounds: '[0,0][768,100]' }),
    uiNode({ ...button, text: 'More', bounds: '[0,200][768,300]' }),
    uiNode({ ...button, text: 'Next', bounds: CLICK_NEXT.element.bounds }),
  ]);
}

const TablesSchema = z.object({
  tables: z.array(z.object({ id: z.string(), rows: z.array(z.array(z.object({ text: z.string() }))) })),
});

describe('touchstone documents RUN', () => {
  it('collects what an agent learned that explored recordings, past tries that nobody recorded', async () => {
    await using data = await temporaryFolder();
    await writeSphinxData(data.path);
    for (const [pair, screens] of [
      ['1/notes', ['Home', 'List', 'Note']],
      ['2/notes', ['Home', 'Search']],
    ] as const) {
      const files = { ...recordingFiles(screens) };
      for (const [index, name] of screens.entries()) files[`${index}.xml`] = screenWithMore(name);
      await writeFiles(join(data.path, 'groundtruth', pair), withPictures(files));
    }
    const call = (label: number): string =>
      `Observation: a screen\nThought: try it\nAction: tap(${label})\nSummary: I tapped.`;
    // The first label is of an element that nobody touched.
    await using endpoint = await openChatEndpoint(({ body }, response) =>
      sendJson(
        response,
        200,
        chatCompletion(
          JSON.stringify(body).includes('Judge what it did')
            ? 'Decision: SUCCESS\nThought: it moved\nDocumentation: Goes on.'
            : call(1),
        ),
      ),
    );
    const touchstone = async (...args: string[]): Promise<string> => {
      const { context, printed } = commandContext({ workingDirectory: data.path, environment: {} });
      const program = await buildProgram(context, args);
      await program.parseAsync(['node', 'touchstone', ...args]);
      return printed();
    };
    const model = ['--model', 'test', '--base-url', endpoint.baseUrl];
    const which = [
      '--data',
      '.',
      '--dimensions',
      'navigation',
      '--task',
      'navigation/1/notes',
      '--run-id',
      'seen',
    ];
    const printed = await touchstone(
      'run',
      'sphinx',
      '--agent',
      'appagent-explore',
      ...which,
      ...model,
      '--json',
    );
    const { tables } = TablesSchema.parse(JSON.parse(printed));
    const coverage = tables.find(({ id }) => id === 'navigation-coverage');
    // Home, List, Note, Search: what leads to the last one looks like what leads to the second.
    expect(coverage?.rows.map((row) => row.map(({ text }) => text))).toEqual([
      ['notes', '2', '4', '2', '1', '0', '0', '0.0–100.0', '3', '75.0', '20', expect.any(String)],
    ]);
    const { documents } = DocumentsFileSchema.parse(JSON.parse(await touchstone('documents', 'seen')));
    expect(documents).toMatchObject([{ app: 'org.example.app', slot: 'tap', text: 'Goes on.' }]);
  });
});
