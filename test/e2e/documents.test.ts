import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DocumentsFileSchema } from '../../src/formats/documents/documents-file.js';
import { chatCompletion, openChatEndpoint, sendJson } from '../../src/testing/models/chat-endpoint.js';
import { temporaryFolder } from '../../src/testing/run-fakes/run-fake.js';
import { runTouchstone } from './run-touchstone.js';

describe('touchstone documents --demonstrations', () => {
  it("learns from the oracle's run what elements are for, and continues from what is known", async () => {
    await using folder = await temporaryFolder();
    await using endpoint = await openChatEndpoint((_, response, index) =>
      sendJson(response, 200, chatCompletion(`What element ${index} is for.`)),
    );
    const place = ['--runs', folder.path];
    await runTouchstone([
      'run',
      'pocket',
      '--agent',
      'oracle',
      '--limit',
      '2',
      '--run-id',
      'shown',
      ...place,
    ]);
    const model = ['--model', 'test', '--base-url', endpoint.baseUrl];
    const learned = await runTouchstone(['documents', 'shown', '--demonstrations', ...model, ...place]);
    expect(learned.code).toBe(0);
    const { documents } = DocumentsFileSchema.parse(JSON.parse(learned.stdout));
    expect(documents.length).toBeGreaterThan(0);
    expect(documents).toHaveLength(endpoint.calls.length);
    const file = join(folder.path, 'known.json');
    await writeFile(file, learned.stdout);
    const asked = endpoint.calls.length;
    const again = await runTouchstone([
      'documents',
      'shown',
      '--demonstrations',
      '--known',
      file,
      ...model,
      ...place,
    ]);
    expect(again.stdout).toBe(learned.stdout);
    expect(endpoint.calls).toHaveLength(asked);
    const bare = await runTouchstone(['documents', 'shown', ...place]);
    expect(bare.code).not.toBe(0);
    expect(bare.stderr).toContain('--demonstrations');
  });
});
