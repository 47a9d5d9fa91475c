import { describe, expect, it } from 'vitest';
import { stop, tap } from '../../domain/action.js';
import { scriptedAsk } from '../../testing/judges/scripted-ask.js';
import type { ScannedEpisode } from '../scanner.js';
import { modelScanner } from './model-scanner.js';
import { readFinding } from './read-finding.js';

const SCREEN = { id: 's', size: null, activity: null, picture: null, hierarchy: null };

function episode(asking: ScannedEpisode['asking']): ScannedEpisode {
  return {
    task: {
      id: 't',
      instructions: { en: 'Say "hello"' },
      apps: [],
      tags: [],
      milestones: [],
      evaluators: [],
    },
    trajectory: {
      steps: [
        {
          screen: SCREEN,
          state: null,
          action: tap({ x: 5, y: 6, space: 'pixel' }),
          thought: 'I {{end}} <b>',
        },
        { screen: SCREEN, state: null, action: stop('success') },
      ],
    },
    end: { reason: 'agent_stop' },
    identity: { agent: { name: 'a', version: '1', settings: {}, privileged: false } },
    ...(asking === undefined ? {} : { asking }),
    signal: new AbortController().signal,
  };
}

describe('the scanner that asks a model', () => {
  it('puts the question over the steps, and takes a finding with its steps', async () => {
    const { ask, asked } = scriptedAsk(
      () => 'So {"found": "yes", "steps": [2, 1, 2], "finding": " It gives up early. "}',
    );
    const found = await modelScanner.scan(episode({ question: 'Does it give up?', ask }));
    expect(found).toEqual([{ message: 'It gives up early.', steps: [0, 1] }]);
    expect(asked).toHaveLength(1);
    const { text = '' } = asked[0] ?? {};
    expect(text).toContain('What the person asks: Does it give up?');
    expect(text).toContain('step 1: tap at (5, 6) · thought: "I {{end}} \\u003cb\\u003e"');
    expect(text).toContain('The episode ended by: agent stop');
  });

  it.each([
    ['no', '{"found": "no", "steps": [1], "finding": "It does not."}', []],
    ['an abstention', '{"found": "unknown"}', null],
    ['nothing that can be read', 'I think so.', null],
  ])('finds nothing by %s', async (_, answer, expected) => {
    const { ask } = scriptedAsk(() => answer);
    expect(await modelScanner.scan(episode({ question: 'Q?', ask }))).toEqual(expected);
  });

  it('says nothing without a question, and of an episode that goes on', async () => {
    const { ask, asked } = scriptedAsk(() => '{"found": "no"}');
    expect(await modelScanner.scan(episode(undefined))).toBeNull();
    expect(await modelScanner.scan({ ...episode({ question: 'Q?', ask }), end: null })).toBeNull();
    expect(asked).toEqual([]);
  });

  it.each([
    '{"found": "yes", "steps": [], "finding": "x"}',
    '{"found": "yes", "steps": [1], "finding": " "}',
    '{"found": "yes", "steps": [3], "finding": "x"}',
    '{"found": "maybe", "steps": [1]}',
    '{"found": "no"} {"found": "yes", "steps": [1], "finding": "x"}',
    '{"found": "no", }',
    '',
  ])('does not read %s', (answer) => {
    expect(readFinding(answer, 2).type).toBe('unreadable');
  });
});
