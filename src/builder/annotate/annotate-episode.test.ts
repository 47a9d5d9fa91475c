import { describe, expect, it } from 'vitest';
import { stop, tap } from '../../domain/action.js';
import { pixelPoint } from '../../domain/geometry.js';
import type { RecordedEpisode } from '../../domain/recordings/recorded-episode.js';
import type { Screen } from '../../domain/screen.js';
import { encodePng } from '../../observations/pictures/pixels.js';
import { scriptedAsk, type AskedQuestion } from '../../testing/judges/scripted-ask.js';
import { annotateEpisode } from './annotate-episode.js';
import { annotatedEpisode, isWhole } from './annotated-episode.js';
import { judgeQuality } from './judge-quality.js';
import { pictureFault } from './picture-check.js';

const { signal } = new AbortController();

async function screen(id: string, { width = 60, height = 120, blank = false } = {}): Promise<Screen> {
  const data = new Uint8Array(width * height * 3).map((_, index) => (blank ? 9 : index % 251));
  const bytes = await encodePng({ width, height, data });
  return {
    id,
    size: { width, height },
    activity: null,
    picture: { mediaType: 'image/png', load: async () => bytes },
    hierarchy: null,
  };
}

async function episode(
  changes: readonly Parameters<typeof screen>[1][] = [{}, {}, {}],
): Promise<RecordedEpisode> {
  const screens = await Promise.all(changes.map((change, index) => screen(`s${index}`, change)));
  const actions = [tap(pixelPoint(30, 30)), { type: 'type', text: 'tea' } as const, stop('success')];
  return {
    id: 'e',
    instructions: { en: 'Note down tea.' },
    apps: [],
    labels: {},
    steps: screens.map((seen, index) => ({ screen: seen, action: actions[index] ?? stop('success') })),
  };
}

const CONTEXT = '{"context": "So far, the notes are open. A new note is begun."}';
const SEEN = JSON.stringify({
  description: 'This is a screenshot of the notes. A field is empty.',
  intention: 'To write it down, I choose to go on. This allows me to keep it.',
});

function soundly({ text }: AskedQuestion): string {
  if (text.includes('{"instruction"')) return '{"instruction": "Open a new note."}';
  return text.includes('{"context"') ? CONTEXT : SEEN;
}

const OPTIONS = { subject: 'e', language: 'en', retries: 1, maxSide: null, signal };

describe('the annotation of an episode', () => {
  it('goes through its steps in order, each context made of what was done and why', async () => {
    const asked = scriptedAsk(soundly);
    const recorded = await episode();
    const steps = await annotateEpisode(recorded, { ...OPTIONS, ask: asked.ask });
    expect(asked.asked.map(({ purpose }) => purpose)).toEqual([
      'e step 0 instruction',
      'e step 0 description',
      'e step 1 instruction',
      'e step 1 context',
      'e step 1 description',
      'e step 2 instruction',
      'e step 2 context',
      'e step 2 description',
    ]);
    // A second picture where the screen is touched alone; none with the context.
    expect(asked.asked.map(({ pictures }) => pictures.length)).toEqual([2, 2, 1, 0, 1, 1, 0, 1]);
    const [first, second] = asked.asked[0]?.pictures ?? [];
    expect(Buffer.from(first ?? []).equals(Buffer.from(second ?? []))).toBe(false);
    expect(asked.asked[6]?.text).toContain('2. type "tea" — "To write it down, I choose to go on.');
    expect(asked.asked.every(({ text }) => !/\(\d+, \d+\)/.test(text))).toBe(true);
    expect(steps[0]?.context).toBe('So far, nothing has been done: the task has just started.');
    const line = { source: 's', episode: 'e', steps: [...steps] };
    expect(isWhole(line, recorded)).toBe(true);
    expect(annotatedEpisode(recorded, line).steps[1]).toMatchObject({
      stepInstruction: 'Open a new note.',
      annotation: { context: 'So far, the notes are open. A new note is begun.' },
    });
  });

  it('asks again with what is wrong, and says what no answer gave', async () => {
    const asked = scriptedAsk((question, attempt) => {
      if (question.purpose === 'e step 1 context')
        return attempt === 0 ? `\`\`\`json\n${CONTEXT}\n\`\`\`` : CONTEXT;
      if (question.purpose === 'e step 1 description')
        return '{"description": "A list.", "intention": "I tap (3, 4)."}';
      return soundly(question);
    });
    const recorded = await episode();
    const steps = await annotateEpisode(recorded, { ...OPTIONS, ask: asked.ask });
    const again = asked.asked.filter(({ purpose }) => purpose === 'e step 1 context');
    expect(again.map(({ text }) => text.includes('That does not fit: code-fence'))).toEqual([false, true]);
    expect(steps[1]).toMatchObject({ description: null, intention: null });
    expect(steps[1]?.problems).toMatchObject([{ asked: 'description', kind: 'format' }]);
    expect(steps[1]?.problems[0]?.message).toContain('intention: coordinates');
    expect(isWhole({ source: 's', episode: 'e', steps: [...steps] }, recorded)).toBe(false);
    const refused = await annotateEpisode(recorded, {
      ...OPTIONS,
      ask: async () => ({ type: 'refusal', text: 'I would rather not.', unreadable: 0 }),
    });
    expect(refused.flatMap(({ problems }) => problems.map(({ kind }) => kind))).toEqual(
      Array(8).fill('refusal'),
    );
  });
});

describe('the pictures of an episode', () => {
  it('have to be there, decodable, not blank and of one size, turned or not', async () => {
    const fault = async (...changes: readonly Parameters<typeof screen>[1][]) =>
      pictureFault(await episode(changes), { signal });
    expect(await fault({}, {}, {})).toBeNull();
    expect(await fault({}, { width: 120, height: 60 }, {})).toBeNull();
    expect(await fault({}, { blank: true }, {})).toContain('step 1 is blank');
    expect(await fault({}, { width: 61 }, {})).toContain('others are 60 x 120');
    const recorded = await episode();
    const blankEnd = { ...recorded, lastScreen: await screen('end', { blank: true }) };
    expect(await pictureFault(blankEnd, { signal })).toContain('the last screen is blank');
    const without = (picture: Screen['picture']) => ({
      ...recorded,
      steps: recorded.steps.map((step) => ({ ...step, screen: { ...step.screen, picture } })),
    });
    expect(await pictureFault(without(null), { signal })).toContain('has no picture');
    const asked = scriptedAsk(() => '{"passes": true}');
    const said = await judgeQuality(without(null), { ...OPTIONS, ask: asked.ask });
    expect([said.map(({ criterion }) => criterion), asked.asked]).toEqual([['files', 'equivalent'], []]);
    const broken = { mediaType: 'image/png', load: async () => new Uint8Array([1, 2, 3]) };
    expect(await pictureFault(without(broken), { signal })).toContain('cannot be read');
  });
});
