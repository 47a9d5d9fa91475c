import { describe, expect, it } from 'vitest';
import { genericCall } from '../../models/dialects/generic-call/generic-call.js';
import type { ModelRequest } from '../../models/model.js';
import { scriptedModel } from '../../models/scripted.js';
import { buildAgentContext, emptyObservation } from '../../testing/contracts/agent-contract.js';
import { directAgent } from '../direct/direct.js';
import { instructionAt } from './instruction-at.js';

const { signal } = new AbortController();
const CONVERSATION = [
  { question: 'Which milk?', reply: 'Oat milk.' },
  { question: 'How much?', reply: 'One.' },
];

describe('instructionAt', () => {
  it('says the instruction, and after it what was asked and answered', () => {
    const task = { instruction: 'Add milk' };
    expect(instructionAt(emptyObservation(), task)).toBe('Add milk');
    expect(instructionAt({ ...emptyObservation(), instruction: 'Now this' }, task)).toBe('Now this');
    expect(instructionAt({ ...emptyObservation(), conversation: CONVERSATION }, task)).toBe(
      'Add milk\n\nYou asked the user: Which milk?\nThe user answered: Oat milk.\n\nYou asked the user: How much?\nThe user answered: One.',
    );
  });

  it('says behind it that the last action was refused, and why', () => {
    const refused = 'pay: "Buy now"';
    expect(instructionAt({ ...emptyObservation(), refused }, { instruction: 'Buy milk' })).toBe(
      'Buy milk\n\nYour last action was refused and not carried out, for it is forbidden (pay: "Buy now").',
    );
  });

  it('reaches the prompt of an acting model', async () => {
    const asked: ModelRequest[] = [];
    const actor = scriptedModel((request) => {
      asked.push(request);
      return 'Action: Back()';
    });
    const agent = directAgent({ dialect: genericCall.create() });
    await using episode = await agent.open(buildAgentContext({ models: { actor } }));
    await episode.decide({ ...emptyObservation(), conversation: CONVERSATION }, [], { signal });
    expect(JSON.stringify(asked[0]?.messages)).toContain('The user answered: Oat milk.');
  });
});
