import { describe, expect, it } from 'vitest';
import { stop, tap } from '../../../domain/action.js';
import { pixelPoint } from '../../../domain/geometry.js';
import { dialectContract } from '../../../testing/contracts/dialect-contract.js';
import { buildPromptInput, buildSentPicture } from '../../../testing/models/prompt-input.js';
import type { ParseContext } from '../dialect.js';
import { agentcpm } from './agentcpm.js';

const CONTEXT: ParseContext = { profile: 'tolerant', screen: { width: 1080, height: 2400 } };
const dialect = agentcpm.create();

function errorKind(text: string, context = CONTEXT): string {
  const result = dialect.parse(text, context);
  return result.type === 'format_error' ? result.error.kind : 'none';
}

describe('agentcpm', () => {
  it.each([
    ...dialectContract({
      family: agentcpm,
      actions: [
        tap(pixelPoint(1, 2)),
        { type: 'long_press', target: { type: 'point', point: pixelPoint(1, 2) }, durationMs: 1000 },
        { type: 'swipe', direction: 'left', from: pixelPoint(900, 9), to: pixelPoint(100, 9) },
        { type: 'swipe', direction: 'down', at: pixelPoint(900, 9), durationMs: 300 },
        { type: 'type', text: 'hello' },
        { type: 'key', key: 'APP_SWITCH' },
        { type: 'clear_text' },
        { type: 'previous_app' },
        { type: 'wait', durationMs: 500 },
        { type: 'ask_user', reason: 'feedback' },
        stop('success'),
        stop('infeasible'),
        stop('interrupted'),
      ],
    }),
  ])('$name', async ({ run }) => {
    await expect(run()).resolves.toBeUndefined();
  });

  it.each([
    ['{"CLICK":[1,2]}', 'unknown_action'],
    ['{"POINT":[1,2],"CLICK":true}', 'invalid_argument'],
    ['{"point":[1,2]}', 'unknown_action'],
    ['{"TYPE":"a","to":"up"}', 'missing_argument'],
    ['{"POINT":[1,2],"to":"UP"}', 'invalid_argument'],
    ['{"POINT":[1.5,2]}', 'invalid_argument'],
    ['{"POINT":[1,1001]}', 'invalid_argument'],
    ['{"CLEAR":true}', 'invalid_argument'],
    ['{"POINT":[1,2],"duration":-1}', 'invalid_argument'],
    ['{"thought":1,"PRESS":"HOME"}', 'invalid_argument'],
    ['{}', 'no_action'],
    ['{"thought":"x","STATUS":"continue"}', 'no_action'],
    ["{'PRESS':'HOME'}", 'malformed_action'],
    ['{"PRESS":"HOME",}', 'malformed_action'],
    ['{"PRESS":"HOME"} and more', 'malformed_action'],
    ['I press. {"PRESS":"HOME"}', 'malformed_action'],
    ['[{"PRESS":"HOME"}]', 'malformed_action'],
    ['"{"', 'malformed_action'],
    ['<think>{"PRESS":"HOME"}</think>', 'no_action'],
  ])('calls %s %s', (text, kind) => {
    expect(errorKind(text)).toBe(kind);
  });

  it('forgives white space and a fence, and nothing strictly', () => {
    for (const text of [
      '{"PRESS": "HOME"}',
      '{\n"PRESS":"HOME"\n}',
      '```json\n{"PRESS":"HOME"}\n```',
      '```{"PRESS":"HOME"}```',
    ]) {
      expect(dialect.parse(text, CONTEXT)).toMatchObject({ actions: [{ key: 'HOME' }], lenient: true });
      expect(errorKind(text, { ...CONTEXT, profile: 'strict' })).toBe('malformed_action');
    }
    for (const text of [
      '{"TYPE":"a b"}',
      '{"TYPE":"a b"}\n',
      String.raw`{"TYPE":"a\u0020b"}`,
      '{"TYPE":"a b"}<|im_end|>',
    ]) {
      expect(dialect.parse(text, CONTEXT)).toMatchObject({ actions: [{ text: 'a b' }], lenient: false });
    }
  });

  it('does both where an action comes with the end of the task', () => {
    const result = dialect.parse('{"PRESS":"HOME","STATUS":"need_feedback"}', CONTEXT);
    expect(result).toMatchObject({
      actions: [{ key: 'HOME' }, { type: 'ask_user' }],
      lenient: false,
      warnings: [],
    });
    expect(dialect.maxActionsPerStep).toBe(2);
  });

  it('asks with the schema, the question and the picture, and without a history', () => {
    const input = buildPromptInput({ screenshot: buildSentPicture(), stepInstruction: 'Tap' });
    const { messages } = dialect.buildRequest(input);
    expect(messages.map(({ role }) => role)).toEqual(['system', 'user']);
    const text = JSON.stringify(messages);
    expect(text).toContain('<Question>Set an alarm for 7:30</Question>');
    expect(text).toContain(String.raw`\"required\":[\"thought\"]`);
    expect(
      JSON.stringify(agentcpm.create({ switches: { thought: 'optional' } }).buildRequest(input)),
    ).not.toContain('required');
    expect(dialect.history).toEqual({ steps: 0, pictures: 0 });
    expect(dialect.observation.picture).toEqual({
      resize: { algorithm: 'longest_side', maxSide: 1120 },
      format: 'jpeg',
    });
  });
});
