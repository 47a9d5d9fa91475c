import { describe, expect, it } from 'vitest';
import { DIALECTS } from '../../registry/dialects.js';
import type { ModelRequest } from '../../models/model.js';
import { makeAgent } from '../../testing/make-agent.js';
import { requestPictures, requestText } from '../../testing/models/listening-model.js';
import { listeningModels, playToyPhone, type ToyPhone } from '../../testing/phones/toy-phone.js';
import { directDefinition } from '../direct/direct.js';
import { reactAgent } from '../../benchmarks/sphinx/agents/react.js';

const PHONE: ToyPhone = {
  home: [{ label: 'Help' }, { label: 'Door', to: 'door' }],
  door: [{ label: 'Open' }],
};
const TASK = { goal: 'door', instruction: 'Go to the door', maxSteps: 5 };
const NONE: ModelRequest = { messages: [] };

/** Knows what to do, and not how to say it. */
const actor = (text: string): string =>
  text.includes('Open') ? 'I am done: press [stop]' : 'I tap click [1]';
/** Knows the form, and nothing else. */
const repair = (text: string): string =>
  `\`\`\`${text.includes('I am done') ? 'press [stop]' : 'click [1]'}\`\`\``;

describe('a model that repairs answers', () => {
  it('lets an agent pass that cannot say what it means, and makes the answers count as repaired', async () => {
    const { models, asked } = listeningModels({ actor, repair });
    const repaired = await playToyPhone(makeAgent(reactAgent, { repair: true }), PHONE, { ...TASK, models });
    expect(repaired).toMatchObject({
      solved: true,
      decisions: [
        { action: { type: 'tap', warnings: ['repaired'] }, repaired: { kind: 'no_action' } },
        { action: { type: 'stop', warnings: ['repaired'] }, repaired: { kind: 'no_action' } },
      ],
    });
    expect(asked.map(({ role }) => role)).toEqual(['actor', 'repair', 'actor', 'repair']);
    const original = await playToyPhone(makeAgent(reactAgent), PHONE, { ...TASK, models });
    expect(original).toMatchObject({ solved: false, decisions: [{ type: 'format_error' }] });
  });

  it('sees the text and the grammar, never the task, the screen or a picture', async () => {
    const { models, asked } = listeningModels({ actor, repair });
    const agent = makeAgent(directDefinition, { repair: true }, { dialect: 'sphinx_id@annotated_image' });
    await playToyPhone(agent, PHONE, { ...TASK, models });
    const request = asked.find(({ role }) => role === 'repair')?.request ?? NONE;
    const text = requestText(request);
    expect(text).toContain('I tap click [1]');
    expect(text).toContain('press [stop]');
    expect(text).toContain('In summary, the next action I will perform is');
    expect(text).not.toMatch(/Go to the door|Help/);
    expect(requestPictures(request)).toHaveLength(0);
    expect(requestPictures(asked[0]?.request ?? NONE)).toHaveLength(1);
  });

  it('is asked once; what stays unreadable is a wait', async () => {
    const { models, asked } = listeningModels({ actor, repair: () => 'no idea' });
    const played = await playToyPhone(makeAgent(reactAgent, { repair: true }), PHONE, {
      ...TASK,
      models,
      maxSteps: 1,
    });
    expect(played.decisions).toMatchObject([
      { action: { type: 'wait', warnings: ['repaired', 'repair_failed'] }, repaired: { kind: 'no_action' } },
    ]);
    expect(asked.map(({ role }) => role)).toEqual(['actor', 'repair']);
  });

  it('is not asked where the answer can be read, and not about refusals', async () => {
    const { models, asked } = listeningModels({
      actor: () => ({ text: 'I will not do that', finishReason: 'refusal' }),
      repair,
    });
    const agent = makeAgent(reactAgent, { repair: true });
    const played = await playToyPhone(agent, PHONE, { ...TASK, models });
    expect(played.decisions).toMatchObject([{ type: 'format_error', error: { kind: 'refusal' } }]);
    expect(asked.map(({ role }) => role)).toEqual(['actor']);
  });

  it('is needed only where the switch is on', () => {
    expect(makeAgent(reactAgent).needs.models).toEqual(['actor']);
    expect(makeAgent(reactAgent, { repair: true }).needs.models).toEqual(['actor', 'repair']);
    expect(makeAgent(directDefinition, { repair: true }).settings).not.toEqual(
      makeAgent(directDefinition).settings,
    );
  });

  it.each([...DIALECTS.keys()])(
    'is given the grammar of %s by examples that it reads itself',
    async (name) => {
      const { models, asked } = listeningModels({ actor: () => 'hm', repair: () => 'hm' });
      const agent = makeAgent(directDefinition, { repair: true }, { dialect: name });
      await playToyPhone(agent, PHONE, { ...TASK, models, maxSteps: 1 });
      const text = requestText(asked.find(({ role }) => role === 'repair')?.request ?? NONE);
      const example = text.slice(text.indexOf('looks like this:') + 16, text.indexOf('The text:')).trim();
      const size = { width: 240, height: 480 };
      const read = DIALECTS.get(name)?.create().parse(example, { profile: 'tolerant', screen: size });
      expect(read?.type).toBe('actions');
    },
  );
});
