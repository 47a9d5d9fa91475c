import { describe, expect, it } from 'vitest';
import type { Observation } from '../../domain/screen.js';
import { buildAgentContext } from '../../testing/contracts/agent-contract.js';
import { humanAgent, type HumanConsole } from './human-agent.js';

const signal = new AbortController().signal;
const HIERARCHY =
  '<hierarchy rotation="0">' +
  '<node class="android.widget.Button" text="Save" clickable="true" bounds="[100,200][300,400]" /></hierarchy>';
const SEEN: Observation = {
  screen: {
    id: 'secret',
    size: { width: 1000, height: 2000 },
    activity: null,
    picture: { mediaType: 'image/png', load: async () => Uint8Array.of(1) },
    hierarchy: { mediaType: 'text/xml', load: async () => new TextEncoder().encode(HIERARCHY) },
  },
};

function person(lines: readonly string[]): { human: HumanConsole; shown: string[] } {
  const shown: string[] = [];
  const left = [...lines];
  const human: HumanConsole = {
    show: (text) => shown.push(text),
    ask: async () => left.shift() ?? null,
    showPicture: async () => '/tmp/screen.png',
  };
  return { human, shown };
}

async function answer(lines: readonly string[]) {
  const { human, shown } = person(lines);
  await using episode = await humanAgent({ console: human }).open(buildAgentContext());
  return { decision: await episode.decide(SEEN, [], { signal }), shown: shown.join('\n') };
}

describe('a person at the terminal', () => {
  it('sees the task, the picture and the elements, and never the name of the screen', async () => {
    const { shown } = await answer(['Back()']);
    expect(shown).toContain('Open the clock');
    expect(shown).toContain('/tmp/screen.png');
    expect(shown).toMatch(/\[0\].*Save/);
    expect(shown).not.toContain('secret');
  });

  it.each([
    ['Click(540, 1200)', { type: 'tap', target: { point: { pixel: [540, 1200] } } }],
    ['click 0', { type: 'tap', target: { element: 0, point: { pixel: [200, 300] } } }],
    ['LongPress(0)', { type: 'long_press', target: { element: 0 } }],
    ['Type(two (2) words)', { type: 'type', text: 'two (2) words' }],
    ['complete', { type: 'stop', status: 'success' }],
  ])('decides with "%s"', async (line, action) => {
    expect((await answer([line])).decision).toMatchObject({ type: 'action', action });
  });

  it.each(['quit', ' Quit() ', 'exit'])('ends the run with "%s", to be resumed', async (line) => {
    await expect(answer(['dance', line])).rejects.toMatchObject({ code: 'NO_HUMAN', stopsRun: true });
  });

  it('is asked again after a line that says nothing', async () => {
    const { decision, shown } = await answer(['click 9', 'dance', '?', 'Back()']);
    expect(decision).toMatchObject({ action: { key: 'BACK' } });
    expect(shown).toContain('there is no element 9');
    expect(shown).toContain('"?" shows this again');
  });

  it('who went away leaves a run that can be resumed', async () => {
    await expect(answer([])).rejects.toMatchObject({ code: 'NO_HUMAN', fault: 'user' });
  });
});
