import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isTokenTemplate } from '../fill/split-template.js';
import type { Extractor } from './extractor.js';
import type { PromptEntry } from './prompt-entry.js';
import { PROMPT_REPOSITORIES, readCatalogue } from './read-catalogue.js';

/** The catalogue as its readers wrote it down, with notes and samples. */
const SOURCE = join(resolve(process.env['TOUCHSTONE_SHARED'] ?? '../shared'), 'spec', 'prompt-sources.json');

interface Written {
  readonly id: string;
  readonly dialect?: string;
  readonly agent?: string;
  readonly status: string;
  readonly repository: string;
  readonly commit: string;
  readonly commitDate: string;
  readonly branch?: string;
  readonly path: string;
  readonly gitBlob: string;
  readonly extractor: Record<string, unknown> & { readonly kind: string };
  readonly template: PromptEntry['template'];
  readonly placeholders: readonly { readonly name: string }[];
  readonly profile: string;
  readonly sha256: string;
  readonly chars: number;
  readonly probe: { readonly sha256: string };
  readonly fragments?: readonly {
    readonly op: '=' | '+=';
    readonly guards: readonly string[];
  }[];
}

const STATUS: Readonly<Record<string, PromptEntry['status']>> = {
  official: 'official',
  'evaluation by others': 'evaluation-by-others',
  'published, not runnable': 'not-runnable',
};

/** Where the skill line stands that one composed text takes in. */
const SKILL = { path: 'Agents/utils.py', scope: 'load_react_prompt', name: 'prompt_skill', index: 1 };

const SEEACT_V = { dialects: ['seeact_v'], agents: ['seeact-v'] };
/** Texts whose dialects and agents came after the list was written. */
const OWN_AGENT: Readonly<Record<string, Pick<PromptEntry, 'dialects' | 'agents'>>> = {
  'seeactv.select': SEEACT_V,
  'seeactv.summary': SEEACT_V,
  'seeactv.grounder': SEEACT_V,
  'uground.grounder': { dialects: ['uground'], agents: [] },
};

function expectedEntry(written: Written): PromptEntry {
  return {
    id: written.id,
    repository: written.repository,
    commit: written.commit,
    commitDate: written.commitDate.slice(0, 10),
    branch: written.branch ?? null,
    path: written.path,
    blob: written.gitBlob,
    extractor: expectedExtractor(written.extractor),
    template: written.template,
    fields: written.placeholders.map(({ name }) => expectedField(name, written.template)),
    profile: written.profile,
    ...(OWN_AGENT[written.id] ?? { dialects: namesIn(written.dialect), agents: namesIn(written.agent) }),
    status: STATUS[written.status] ?? 'official',
    sha256: written.sha256,
    chars: written.chars,
    probe: written.probe.sha256,
    fragments:
      written.fragments?.map(({ op, guards }) => ({
        operator: op,
        guards:
          guards.length === 0
            ? ''
            : createHash('sha256').update(guards.join('\n')).digest('hex').slice(0, 12),
      })) ?? null,
  };
}

function expectedExtractor({
  note: _note,
  raw: _raw,
  fields: _fields,
  module: _module,
  by: _by,
  ...rest
}: Written['extractor']): Extractor {
  const { kind } = rest;
  const changed: Record<string, unknown> = { ...rest };
  if (kind === 'markdown-python-path') changed['kind'] = 'markdown-python';
  if (kind === 'ipynb-call') Object.assign(changed, { argument: 'content', path: [0, 'text'] });
  if (kind === 'composed') {
    changed['name'] = 'prompt';
    delete changed['skill'];
    if (rest['skill'] === true) changed['skill'] = SKILL;
  }
  if (kind === 'python-eval' && 'json' in rest) {
    const { path, insert } = rest['json'] as { path: string; insert: unknown };
    changed['json'] = { path, insert };
  }
  return changed as Extractor;
}

/** No text of a prompt is kept, so of `x if x else 'text'` only the name; tokens are kept without their marks. */
function expectedField(name: string, template: PromptEntry['template']): string {
  if (isTokenTemplate(template)) return name.replaceAll(/^(?:<|\{|\*\*)|(?:>|\}|\*\*)$/g, '');
  return name === '(positional)' ? '0' : (name.split(' if ')[0] ?? '');
}

/** What stands in brackets says what is not there. */
function namesIn(list: string | undefined): string[] {
  return list === undefined || list.startsWith('(') ? [] : list.split(', ');
}

const byId = (a: { readonly id: string }, b: { readonly id: string }): number => (a.id < b.id ? -1 : 1);

describe('the catalogue of official prompts', () => {
  it('says what the description of the sources says, no more and no less', async (context) => {
    if (!existsSync(SOURCE)) {
      context.skip(`${SOURCE} is not there (set TOUCHSTONE_SHARED to the folder that holds spec/)`);
      return;
    }
    const { prompts } = JSON.parse(readFileSync(SOURCE, 'utf8')) as { prompts: Written[] };
    const catalogue = await readCatalogue();
    const described = catalogue.filter(({ isAddition }) => isAddition !== true);
    expect(described.toSorted(byId)).toEqual(prompts.map(expectedEntry).toSorted(byId));
  });

  it('has every prompt once', async () => {
    const entries = await readCatalogue();
    const ids = entries.map(({ id }) => id);
    expect(entries.filter(({ isAddition }) => isAddition !== true).length).toBe(262);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('is read by repository', async () => {
    const [repository = ''] = PROMPT_REPOSITORIES;
    const entries = await readCatalogue([repository]);
    expect(entries.length).toBeGreaterThan(0);
    expect(new Set(entries.map((entry) => entry.repository))).toEqual(new Set([repository]));
    expect(await readCatalogue([])).toEqual([]);
    const all = await readCatalogue();
    expect(new Set(all.map((entry) => entry.repository))).toEqual(new Set(PROMPT_REPOSITORIES));
  });
});
