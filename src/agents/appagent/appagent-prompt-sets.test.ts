import { describe, expect, it } from 'vitest';
import type { PromptInput } from '../../models/dialects/dialect.js';
import type { PromptSet } from '../../models/prompt-sets/prompt-set.js';
import { officialAsking } from '../../testing/models/official-asking.js';
import { buildPromptInput, buildSentPicture } from '../../testing/models/prompt-input.js';
import { AppDocuments } from '../../domain/app-documents.js';
import {
  APPAGENT_EXPLORE_SET,
  APPAGENT_SET,
  appAgentGridSet,
  officialDocuments,
  officialReflection,
} from './appagent-prompt-sets.js';

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

  it('ask in the text for exploring over the marked screenshot', () => {
    const input = { marked: buildSentPicture(), notes: { past_actions: 'I tapped.' } };
    expect(asked(APPAGENT_EXPLORE_SET, input)).toEqual([
      ['user', '[appagent.self-explore-task last_act=I tapped.; task_description=Save it.]', 'PICTURE'],
    ]);
  });

  it('ask about a use by label, in the words for the way of it', () => {
    const { texts } = officialAsking(APPAGENT_EXPLORE_SET);
    const said = (slot: 'tap' | 'long_press' | 'v_swipe' | 'h_swipe'): string =>
      officialReflection(
        { instruction: 'Save it.', label: 3, slot, summary: 'I tapped.' },
        { set: APPAGENT_EXPLORE_SET, texts },
      );
    expect(said('tap')).toBe(
      '[appagent.self-explore-reflect action=tapping; last_act=I tapped.; task_desc=Save it.; ui_element=3]',
    );
    expect(said('long_press')).toContain('action=long pressing;');
    expect([said('v_swipe'), said('h_swipe')].every((text) => text.includes('action=swiping;'))).toBe(true);
  });

  it('tell documents element by element behind their head, which stands alone where nothing is known', () => {
    const { texts } = officialAsking(APPAGENT_SET);
    const documents = new AppDocuments();
    documents.add({ app: 'org.app', element: 'b', slot: 'v_swipe', text: 'Scrolls.' });
    documents.add({ app: 'org.app', element: 'b', slot: 'tap', text: 'Opens.' });
    documents.add({ app: 'other', element: 'a', slot: 'tap', text: 'Closes.' });
    const told = (names: readonly string[]): string =>
      officialDocuments({ documents, app: 'org.app', names }, { set: APPAGENT_SET, texts });
    expect(told(['a', 'b'])).toBe(
      "[appagent.doc-head][appagent.doc-element i + 1=2][appagent.doc-tap doc_content['tap']=Opens.]" +
        "[appagent.doc-v_swipe doc_content['v_swipe']=Scrolls.]",
    );
    expect(told(['a'])).toBe('[appagent.doc-head]');
    const input = { marked: buildSentPicture(), notes: { documents: told(['a']) } };
    expect(asked(APPAGENT_SET, input)[0]?.[1]).toContain('ui_document=[appagent.doc-head]');
  });
});
