import { describe, expect, it } from 'vitest';
import type { PromptInput } from '../../models/dialects/dialect.js';
import type { PromptSet } from '../../models/prompt-sets/prompt-set.js';
import { officialAsking } from '../../testing/models/official-asking.js';
import { buildPromptInput, buildSentPicture } from '../../testing/models/prompt-input.js';
import { APPAGENT_SET, appAgentGridSet } from './appagent-prompt-sets.js';

function asked(set: PromptSet, input: Partial<PromptInput>): string[][] {
  const request = set.request(buildPromptInput({ instruction: 'Save it.', ...input }), officialAsking(set));
  return request.messages.map(({ role, content }) => [
    role,
    ...content.map((part) => (part.type === 'text' ? part.text : 'PICTURE')),
  ]);
}

describe("AppAgent's prompt sets", () => {
  it('ask over the marked screenshot, without documents, and None for what was done at first', () => {
    expect(asked(APPAGENT_SET, { marked: buildSentPicture() })).toEqual([
      ['user', '[appagent.task last_act=None; task_description=Save it.; ui_document=]', 'PICTURE'],
    ]);
  });

  it('ask under the grid in the text of its own', () => {
    const input = { screenshot: buildSentPicture(), notes: { past_actions: 'I tapped.' } };
    expect(asked(appAgentGridSet(APPAGENT_SET), input)).toEqual([
      ['user', '[appagent.task-grid last_act=I tapped.; task_description=Save it.]', 'PICTURE'],
    ]);
  });
});
