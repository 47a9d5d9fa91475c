import { describe, expect, it } from 'vitest';
import { pixelPoint } from '../../../domain/geometry.js';
import { dialectContract } from '../../../testing/contracts/dialect-contract.js';
import { buildPromptInput, buildSentPicture } from '../../../testing/models/prompt-input.js';
import { uground } from './uground.js';

const dialect = uground.create();
const screen = { width: 1080, height: 2400 };

function pixelsOf(answer: string): unknown {
  const result = dialect.parse(answer, { profile: 'reference:seeact-v', screen });
  if (result.type === 'format_error') return result.error.kind;
  const [action] = result.actions;
  if (action.type !== 'tap' || action.target.type !== 'point') return action.type;
  const { x, y, space } = action.target.point;
  return [x, y, space];
}

describe('uground', () => {
  it.each(
    dialectContract({
      family: uground,
      actions: [{ type: 'tap', target: { type: 'point', point: pixelPoint(1, 2) } }],
      endsTasks: false,
    }),
  )('$name', async ({ run }) => {
    await expect(run()).resolves.toBeUndefined();
  });

  it('shows the picture, then what is to be found on it', () => {
    const input = buildPromptInput({ screenshot: buildSentPicture(), instruction: 'Buy milk' });
    const [message] = dialect.buildRequest({ ...input, stepInstruction: 'the cart, top right' }).messages;
    expect(message?.content.map(({ type }) => type)).toEqual(['image', 'text']);
    expect(JSON.stringify(message)).toContain('Description: the cart, top right');
    expect(JSON.stringify(dialect.buildRequest({ ...input, stepInstruction: null }))).toContain(
      'Description: Buy milk',
    );
  });

  it.each([
    ['(500, 250)', [540, 600, 'pixel']],
    ['  [500, 250]\n', [540, 600, 'pixel']],
    ['500, 250', [540, 600, 'pixel']],
    // Halves go to the even pixel: 12.5 of 1000 is 13.5, 37.5 is 40.5.
    ['(12.5, 0)', [14, 0, 'pixel']],
    ['(37.5, 1000)', [40, 2400, 'pixel']],
    ['(True, 2)', [1, 5, 'pixel']],
    ['(1, 2, 3)', 'invalid_argument'],
    ['(500, 250).', 'invalid_argument'],
    ['("1", "2")', 'invalid_argument'],
    ['(1 + 1, 2)', 'invalid_argument'],
    ['It is at (500, 250)', 'invalid_argument'],
    ['', 'invalid_argument'],
  ])('reads %j as the published code does', (answer, expected) => {
    expect(pixelsOf(answer)).toEqual(expected);
  });
});
