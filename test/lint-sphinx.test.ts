import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { LintReport } from '../src/formats/lint/lint-report.js';
import { lintSphinx } from '../src/benchmarks/sphinx/lint/lint-sphinx.js';
import { hierarchyXml, uiNode } from '../src/testing/hierarchy-xml.js';
import { temporaryFolder, writeFiles, writeSphinxData } from './fixtures/sphinx-data.js';

/** The published data, where the user has them; nothing of them is in this repository. */
const DATA = join(resolve(process.env['TOUCHSTONE_SHARED'] ?? '../shared'), 'data/sphinx');
const isHere = existsSync(join(DATA, 'groundtruth'));
const isRequired = (process.env['TOUCHSTONE_REQUIRE'] ?? '').split(',').includes('vectors');
if (!isHere && !isRequired)
  console.log(`Skipped: the linter on the published SPHINX data, which are not at ${DATA}`);

function lint(folder: string): Promise<LintReport> {
  return lintSphinx(folder, { mode: 'reference', repair: false, signal: new AbortController().signal });
}

function subjectsOf(report: LintReport, rule: string): string[] {
  return report.findings.filter((finding) => finding.rule === rule).map(({ subjects }) => subjects[0] ?? '');
}

/** Of these pairs, one after the other, those that are on disk. */
function onDisk(pairs: string): string[] {
  return pairs
    .split(' ')
    .filter((pair) => existsSync(join(DATA, 'groundtruth', pair)))
    .toSorted();
}

describe.skipIf(!isHere && !isRequired)('the linter on the published SPHINX data', () => {
  let report: LintReport;
  beforeAll(async () => {
    report = await lint(DATA);
  }, 120_000);

  const unique = (rule: string): string[] => [...new Set(subjectsOf(report, rule))].toSorted();

  it('finds the known defects of rules and recordings, as far as these are here', () => {
    expect(unique('sphinx/fails-own-rules')).toEqual(onDisk('2/todoist 23/fm1 23/fm4 101/home_budget'));
    expect(unique('sphinx/weak-goal')).toEqual(
      onDisk(
        '217/instagram 602/quora 603/quora 605/edx 608/doordash 608/ubereats 608/yelp ' +
          '609/ubereats 610/ubereats 611/chewy 613/chewy 617/vitusvet',
      ),
    );
    expect(unique('sphinx/repeated-rule')).toEqual(onDisk('919/abc 919/buzzfeed 919/fox 919/theguardian'));
    expect(unique('sphinx/fragile-rule')).toContain('616/citymapper');
    expect(unique('sphinx/surplus-screens')).toEqual(onDisk('108/deepl 615/moovit'));
    expect(unique('sphinx/element-not-on-screen')).toEqual(
      onDisk(
        '112/google_chrome 2/ticktick 202/chrome 202/edge 207/googlemap 211/target ' +
          '212/kroger 28/shein 3/todoist 615/transit 616/transit 921/theguardian',
      ),
    );
    expect(unique('sphinx/empty-screen')).toEqual(onDisk('212/kroger 921/theguardian'));
    expect(new Set(subjectsOf(report, 'sphinx/skills'))).toEqual(
      new Set(unique('sphinx/skills').filter((pair) => existsSync(join(DATA, 'groundtruth', pair)))),
    );
    expect(unique('sphinx/skills')).toEqual(expect.arrayContaining(onDisk('207/yelp 211/target 603/reddit')));
  });

  it('finds targets that no agent can name, no more than are known in all', () => {
    const known = {
      'sphinx/target-no-widget': 493,
      'sphinx/action-not-offered': 74,
      'sphinx/ambiguous-element': 4,
    };
    for (const [rule, most] of Object.entries(known)) {
      const count = subjectsOf(report, rule).length;
      expect(count).toBeGreaterThan(0);
      expect(count).toBeLessThanOrEqual(most);
    }
    expect(subjectsOf(report, 'sphinx/grounding-out-of-reach')).toEqual(['101', '107', '114']);
    expect(subjectsOf(report, 'sphinx/no-direction')).toHaveLength(1);
  });

  it('finds packages that do not fit, apps without tasks and scripts without apps', () => {
    const apps = new Set(unique('sphinx/other-package').map((pair) => pair.split('/')[1]));
    const odd = ['myfitnesspal', 'ziprecruiter', 'barcode_scanner', 'herewego', 'weather', 'weatherforecast'];
    expect([...apps].every((app) => odd.includes(app ?? ''))).toBe(true);
    expect(apps.size).toBeGreaterThan(0);
    const shared = report.findings.filter(({ rule }) => rule === 'sphinx/shared-package');
    expect(shared.map(({ subjects }) => subjects.toSorted().join()).toSorted()).toEqual([
      'chrome,google_chrome',
      'firefox,firefox2',
      'googlemap,maps',
      'waze,waze2',
      'weather,weather1',
    ]);
    const idle = report.findings.filter(({ rule }) => rule === 'sphinx/app-without-task');
    expect(idle.map(({ subjects }) => subjects[0])).toContain('fs1');
    expect(
      idle.filter(({ place }) => place?.file.startsWith('login_script')).map(({ subjects }) => subjects[0]),
    ).toEqual(['booking', 'kroger', 'linkedin', 'mypurina', 'pandora', 'qq', 'target', 'wechat', 'yelp']);
    expect(subjectsOf(report, 'sphinx/empty-login-script')).toEqual(['quora']);
  });

  it('finds what is odd about the questions', () => {
    const odd = report.findings.filter(({ rule }) => rule === 'sphinx/question-oddity');
    expect(odd.filter(({ message }) => message.includes('category'))).toHaveLength(34);
    const names = new Set(odd.flatMap(({ details }) => (details?.['names'] as string[] | undefined) ?? []));
    expect(names).toEqual(new Set([' ', 'Chewy,Rover', 'TickTick,', 'CityMapper,', 'Money,HomeBudget,']));
    const skew = report.findings.find(({ rule }) => rule === 'sphinx/answer-skew');
    expect(skew?.details).toEqual({ A: 27, B: 73, C: 64, D: 14 });
  });

  it('counts what is missing, and never shows an e-mail address', () => {
    const wanted = report.findings.find(({ rule }) => rule === 'sphinx/missing-recording');
    const present = readdirSync(join(DATA, 'groundtruth')).length;
    expect(present).toBeGreaterThan(0);
    expect(wanted?.subjects.every((pair) => !existsSync(join(DATA, 'groundtruth', pair)))).toBe(true);
    const personal = report.findings.filter(({ rule }) => rule === 'sphinx/personal-data');
    expect(personal.length).toBeGreaterThan(0);
    expect(personal.every(({ details }) => Number(details?.['addresses']) > 0)).toBe(true);
    expect(JSON.stringify(report)).not.toContain('@');
  });
});

describe('the linter on made-up SPHINX data', () => {
  it('names each defect once and continues after broken files', async () => {
    await using data = await temporaryFolder();
    await writeSphinxData(data.path);
    await writeFiles(data.path, {
      'questions.json': [
        {
          question: 'Which?',
          options: { A: '1', B: '2', C: '3', D: '4' },
          ground_truth: 'A',
          question_type: 'app_level',
          app_name: ['Notes,Clock'],
          app_cateory: null,
          author: 'x',
        },
        { question: 'Which?' },
      ],
      'lowlevel_tasks.json': '[{"id": 1 "app": "notes"}]',
      'lowlevel_tasks/7.xml': hierarchyXml([]),
      'groundtruth/1/Notes/meta.json': '[',
      'login_script/clock.json': [],
      'groundtruth/2/notes/0.xml': hierarchyXml([
        uiNode({ text: 'write to someone@example.org', bounds: '[0,0][9,9]' }),
      ]),
    });
    const report = await lint(data.path);
    const rules = new Set(report.findings.map(({ rule, place }) => `${rule} ${place?.file}`));
    expect([...rules]).toEqual(
      expect.arrayContaining([
        'file/syntax lowlevel_tasks.json',
        'file/schema lowlevel_tasks.json',
        'file/schema questions.json',
        'sphinx/question-oddity questions.json',
        'sphinx/unreadable groundtruth/1/Notes',
        'sphinx/case-twins groundtruth/1/notes',
        'sphinx/missing-recording task_info_all.json',
        'sphinx/recording-without-task groundtruth/9/spare',
        'sphinx/empty-login-script login_script/clock.json',
        'sphinx/personal-data groundtruth/2/notes/0.xml',
        'sphinx/orphan-screen lowlevel_tasks',
        'sphinx/out-of-reach groundtruth/2/notes/meta.json',
      ]),
    );
    expect(JSON.stringify(report)).not.toContain('someone');
  });

  it('refuses a folder without any of it', async () => {
    await using data = await temporaryFolder();
    await writeFiles(data.path, { 'notes.txt': 'x' });
    await expect(lint(data.path)).rejects.toMatchObject({ code: 'NOT_A_BENCHMARK' });
  });
});
