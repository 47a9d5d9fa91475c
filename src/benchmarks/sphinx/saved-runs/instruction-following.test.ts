import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  CLICK_NEXT,
  savedRunFiles,
  temporaryFolder,
  writeFiles,
  writeSphinxData,
} from '../../../../test/fixtures/sphinx-data.js';
import { measureInstructionFollowing } from './instruction-following.js';

const CLICK = { action_type: 'CLICK', element: CLICK_NEXT.element };

describe('measureInstructionFollowing', () => {
  it('sums format errors and repetition over the runs that can be read', async () => {
    await using data = await temporaryFolder();
    await writeSphinxData(data.path);
    const meta = {
      success: false,
      length: 2,
      error_message: 'ActionParseError: Invalid action: x\n\nTraceback',
    };
    await writeFiles(
      join(data.path, 'runs/1/notes'),
      savedRunFiles([CLICK, CLICK], ['Home', 'List', 'Note'], { meta }),
    );
    await writeFiles(join(data.path, 'runs/1/clock'), savedRunFiles([{ action_type: 'STOP' }], ['Home']));
    await writeFiles(join(data.path, 'runs/2/notes'), { 'actions.json': '{' });
    const measured = await measureInstructionFollowing({
      dataDirectory: data.path,
      split: 'all',
      runsDirectory: join(data.path, 'runs'),
      layout: 'sphinx',
      signal: new AbortController().signal,
    });
    expect(measured).toMatchObject({
      runs: 2,
      formatErrors: { errors: 1, total: 4, rate: 0.25 },
      repetition: { repeated: 1, total: 1, rate: 1 },
      broken: [{ item: '2/notes' }],
    });
  });
});
