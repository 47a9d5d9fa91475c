import type { Extractor } from '../../models/prompt-sources/catalogue/extractor.js';
import type { PromptEntry } from '../../models/prompt-sources/catalogue/prompt-entry.js';

/** An entry of a catalogue, of no prompt that there is. */
export function buildPromptEntry(changes: Partial<PromptEntry> & { extractor: Extractor }): PromptEntry {
  const sha256 = '0'.repeat(64);
  return {
    id: 'made-up.prompt',
    repository: 'someone/agent',
    commit: '0'.repeat(40),
    commitDate: '2025-01-01',
    branch: null,
    path: 'agent/prompts.py',
    blob: '0'.repeat(40),
    template: 'verbatim',
    fields: [],
    profile: 'made-up',
    dialects: [],
    agents: [],
    status: 'official',
    sha256,
    chars: 0,
    probe: sha256,
    fragments: null,
    ...changes,
  };
}
