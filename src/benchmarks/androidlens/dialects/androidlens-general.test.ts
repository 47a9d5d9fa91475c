import { describe, expect, it } from 'vitest';
import type { Action } from '../../../domain/action.js';
import { pixelPoint } from '../../../domain/geometry.js';
import { dialectContract } from '../../../testing/contracts/dialect-contract.js';
import { buildPromptInput, buildSentPicture } from '../../../testing/models/prompt-input.js';
import { androidLensGeneral } from './androidlens-general.js';

const point = pixelPoint(1, 2);
const ACTIONS: readonly Action[] = [
  { type: 'tap', target: { type: 'point', point } },
  { type: 'long_press', target: { type: 'point', point }, durationMs: 2000 },
  { type: 'swipe', direction: 'down', at: point },
  { type: 'type', text: 'any', submit: false },
  { type: 'key', key: 'BACK' },
  { type: 'wait' },
  { type: 'stop', status: 'unspecified' },
];

describe('the general prompt of AndroidLens', () => {
  it.each(
    androidLensGeneral.variants.flatMap((variant) =>
      dialectContract({ family: androidLensGeneral, settings: { variant }, actions: ACTIONS }),
    ),
  )('$name', async ({ run }) => {
    await expect(run()).resolves.toBeUndefined();
  });

  it('reads numbers as pixels of the picture, or in 0 to 1000', () => {
    const answer = "Thought: t\nAction: click(start_box='<|box_start|>(500,500)<|box_end|>')";
    const context = { profile: 'strict' as const, screen: { width: 1080, height: 2400 } };
    const pixelOf = (variant: string): unknown =>
      androidLensGeneral.create({ variant }).parse(answer, context);
    expect(pixelOf('absolute')).toMatchObject({ actions: [{ target: { point: { pixel: [500, 500] } } }] });
    expect(pixelOf('permille')).toMatchObject({ actions: [{ target: { point: { pixel: [540, 1200] } } }] });
  });

  it('says what the numbers mean, and puts a prescribed step into a section', () => {
    const input = buildPromptInput({
      screenshot: buildSentPicture(540, 1200),
      language: 'zh',
      stepInstruction: 'Tap OK',
    });
    const absolute = JSON.stringify(androidLensGeneral.create().buildRequest(input));
    expect(absolute).toContain('540 x 1200');
    expect(absolute).toContain('Chinese');
    expect(absolute).toContain('## The action you need to take now\\n Tap OK');
    expect(JSON.stringify(androidLensGeneral.create({ variant: 'permille' }).buildRequest(input))).toContain(
      'from 0 to 1000',
    );
  });
});
