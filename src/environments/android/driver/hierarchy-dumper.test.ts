import { describe, expect, it } from 'vitest';
import { hierarchyXml, uiNode } from '../../../testing/hierarchy-xml.js';
import { scriptedDevice, type ScriptedAnswer } from '../../../testing/phones/scripted-device.js';
import { HierarchyDumper } from './hierarchy-dumper.js';

const { signal } = new AbortController();
const TREE = hierarchyXml(['a', 'b', 'c'].map((text) => uiNode({ text, bounds: '[0,0][9,9]' })));
const MARK = '__touchstone_file__';
const GOOD = `UI hierchary dumped to: /x\n${MARK}0\n${TREE}`;
const NO_FILE = 'cat: /data/x: No such file or directory';
const RESTLESS = {
  stdout: `${MARK}0\n`,
  stderr: `ERROR: could not get idle state.\n${NO_FILE}`,
  tookMs: 10_000,
};
const NO_ROOT = { stdout: `${MARK}0\n`, stderr: `ERROR: null root node returned by X.\n${NO_FILE}` };

function dumps(
  ...answers: readonly ScriptedAnswer[]
): ReturnType<typeof scriptedDevice> & { dumper: HierarchyDumper } {
  let asked = -1;
  const scripted = scriptedDevice(() => {
    asked += 1;
    return answers[asked] ?? answers.at(-1) ?? '';
  });
  return { ...scripted, dumper: new HierarchyDumper(scripted.device) };
}

describe('HierarchyDumper', () => {
  it('gives what the command wrote, by a file of its own each time', async () => {
    const { dumper, lines } = dumps(GOOD);
    expect(await dumper.dump('a', signal)).toMatchObject({ type: 'hierarchy', nodes: 3, isSparse: false });
    await dumper.dump('a', signal);
    const files = lines.map((line) => /touchstone-[\w-]+\.xml/.exec(line)?.[0]);
    expect(new Set(files).size).toBe(2);
    for (const line of lines) expect(line).toMatch(/^uiautomator dump '.*'; echo .*; cat '.*'; rm -f '.*'$/);
  });

  it('tries again at once after a crash, with growing pauses where there is no window', async () => {
    const crashed = dumps({ stdout: `${MARK}1\n`, stderr: NO_FILE, exitCode: 0 }, GOOD);
    expect(await crashed.dumper.dump('a', signal)).toMatchObject({ type: 'hierarchy' });
    expect(crashed.now()).toBe(0);
    const hidden = dumps(NO_ROOT, NO_ROOT, GOOD);
    expect(await hidden.dumper.dump('a', signal)).toMatchObject({ type: 'hierarchy' });
    expect(hidden.now()).toBe(1000);
  });

  it('gives up after three attempts, with the last fault', async () => {
    const { dumper, lines } = dumps(NO_ROOT);
    expect(await dumper.dump('a', signal)).toMatchObject({
      type: 'missing',
      fault: { error: 'dump-no-root' },
    });
    expect(lines).toHaveLength(3);
  });

  it('asks a screen that never rests twice, and not again until the focus changes', async () => {
    const { dumper, lines } = dumps(RESTLESS);
    for (let asked = 0; asked < 3; asked += 1) {
      expect(await dumper.dump('video', signal)).toMatchObject({ fault: { error: 'dump-not-idle' } });
    }
    expect(lines).toHaveLength(2);
    await dumper.dump('other', signal);
    expect(lines).toHaveLength(4);
  });

  it('asks again where nobody knows the screen', async () => {
    const { dumper } = dumps(RESTLESS, RESTLESS, GOOD);
    expect(await dumper.dump(null, signal)).toMatchObject({ fault: { error: 'dump-not-idle' } });
    expect(await dumper.dump(null, signal)).toMatchObject({ type: 'hierarchy' });
  });

  it('flags a hierarchy that says next to nothing', async () => {
    const web = hierarchyXml([
      uiNode({ text: 'title', class: 'android.webkit.WebView', bounds: '[0,0][9,9]' }),
    ]);
    const { dumper } = dumps(`${MARK}0\n${web}`);
    expect(await dumper.dump('a', signal)).toMatchObject({ type: 'hierarchy', isSparse: true });
  });
});
