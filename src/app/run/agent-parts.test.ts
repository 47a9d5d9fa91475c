import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { directDefinition } from '../../agents/direct/direct.js';
import { mobileAgentV2Definition } from '../../agents/mobile-agent-v2/mobile-agent-v2.js';
import { sha256 } from '../../formats/run/canonical-json.js';
import type { Dialect } from '../../models/dialects/dialect.js';
import { sourceText } from '../../models/prompt-sources/fill/prompt-piece.js';
import { saidMessages } from '../../testing/models/official-asking.js';
import { buildPromptInput } from '../../testing/models/prompt-input.js';
import { storeText } from '../prompts/prompt-store.js';
import { resolveSettings } from '../settings/resolve-settings.js';
import { agentParts } from './agent-parts.js';

let folder: string;
let environment: Readonly<Record<string, string>>;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parts-'));
  environment = { TOUCHSTONE_HOME: folder };
});
afterEach(() => rm(folder, { recursive: true }));

/** Keeps made-up texts that consist of fields only. */
async function keepTexts(fieldsOf: Readonly<Record<string, readonly string[]>>): Promise<void> {
  for (const [id, fields] of Object.entries(fieldsOf)) {
    const pieces = fields.map((field) => ({ field, name: field }));
    const text = sourceText(pieces);
    const origin = { repository: 'made/up', path: 'prompts.py', commit: null, blob: '0'.repeat(40) };
    const rest = { listed: true, template: 'f-string' as const, fragments: null };
    await storeText({ id, text, sha256: sha256(text), fields, pieces, ...origin, ...rest }, environment);
  }
}

async function actingDialect(flags: Readonly<Record<string, unknown>>): Promise<Dialect> {
  const { values } = resolveSettings({ flags, environment: {}, config: null });
  const options = { workingDirectory: folder, environment };
  const parts = await agentParts(directDefinition, values, { name: 'pocket', mode: 'corrected' }, options);
  return parts.dialectOf('model');
}

describe('agentParts', () => {
  it('takes switches of official prompts along with those of the dialect', async () => {
    await keepTexts({
      'autoglm.system.zh': ['formatted_date'],
      'autoglm.first-user': ['user_prompt', 'screen_info'],
      'autoglm.screen-info': ['screen_info'],
    });
    const asked = { dialect: 'autoglm', promptSource: 'official', promptSet: 'autoglm.zh' };
    const dialect = await actingDialect({ ...asked, dialectOptions: ['date=2025-08-01'] });
    expect(dialect.switches).toMatchObject({ date: '2025-08-01' });
    const [system] = saidMessages(dialect.buildRequest(buildPromptInput()));
    expect(system).toContain('2025年08月01日');
    await expect(actingDialect({ ...asked, dialectOptions: ['day=2025-08-01'] })).rejects.toThrow('day');
  });

  it('reads answers as the published code of the agent does, unless the user says otherwise', async () => {
    const profileOf = async (flags: Readonly<Record<string, unknown>>): Promise<string> => {
      const { values } = resolveSettings({ flags, environment: {}, config: null });
      const benchmark = { name: 'pocket', mode: 'corrected' };
      const options = { workingDirectory: folder, environment };
      return (await agentParts(mobileAgentV2Definition, values, benchmark, options)).profile;
    };
    expect(await profileOf({})).toBe('reference:mobile-agent');
    expect(await profileOf({ parsing: 'strict' })).toBe('strict');
    expect(await profileOf({ dialect: 'generic_call' })).toBe('tolerant');
  });
});
