import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DatasetError } from '../../errors.js';
import { FileEncodingError, FileUnreadableError } from '../file-errors.js';
import { readTestCases, type ReadTestCasesOptions } from './read-test-cases.js';
import { TestCaseFileError } from './test-case-file-error.js';
import type { WrittenCase } from './written-case.js';

const signal = new AbortController().signal;
let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'touchstone-cases-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function read(
  name: string,
  content: string | Uint8Array,
  options: Partial<ReadTestCasesOptions> = {},
): Promise<readonly WrittenCase[]> {
  const file = join(folder, name);
  await writeFile(file, content);
  return readTestCases(file, { columns: new Map(), signal, ...options });
}

/** Cases in short: id, title, and each step as `action [data] > result | result`. */
function short(cases: readonly WrittenCase[]): string[] {
  return cases.map(({ id, title, steps }) => {
    const lines = steps.map(
      ({ action, data, expected }) =>
        `${action}${data === null ? '' : ` [${data}]`}${expected.length === 0 ? '' : ` > ${expected.join(' | ')}`}`,
    );
    return `${id} (${title}): ${lines.join('; ')}`;
  });
}

async function refusal(name: string, content: string | Uint8Array): Promise<[string, number?, number?]> {
  try {
    await read(name, content);
  } catch (error) {
    if (!(error instanceof DatasetError)) throw error;
    expect(error.hint).toBeTruthy();
    return [error.message.slice(error.message.indexOf(': ') + 2), error.place?.line, error.place?.column];
  }
  throw new Error('it was read');
}

describe('readTestCases of CSV', () => {
  it('reads one row per step, with the case named once (Azure Test Plans, Zephyr Scale)', async () => {
    const azure =
      'ID,Work Item Type,Title,Test Step,Step Action,Step Expected,Area Path\r\n' +
      '17,Test Case,"Log in, then out",,,,Shop\\Login\r\n' +
      ',,,1,"Open\r\nthe ""app""",Shown,\r\n' +
      ',,,2,Tap,,\r\n' +
      ',Test Case,Second,,,,\r\n' +
      ',,,1,Go,Gone,\r\n';
    expect(short(await read('a.csv', azure))).toEqual([
      '17 (Log in, then out): Open\nthe "app" > Shown; Tap',
      'second (Second): Go > Gone',
    ]);
    const zephyr =
      'Name;Precondition;Test Script (Step-by-Step) - Step;Test Script (Step-by-Step) - Test Data;Test Script (Step-by-Step) - Expected Result\n' +
      'Sign in;An account;Type the name;mira;The name is shown\n;;Tap "Go";;"""Welcome"" appears"\n';
    const [signIn] = await read('z.csv', zephyr);
    expect(signIn).toMatchObject({ id: 'sign-in', preconditions: 'An account' });
    expect(short(signIn === undefined ? [] : [signIn])).toEqual([
      'sign-in (Sign in): Type the name [mira] > The name is shown; Tap "Go" > "Welcome" appears',
    ]);
  });

  it('reads rows that repeat id and title (Xray)', async () => {
    const xray = 'TCID\tTest Summary\tAction\tData\tResult\n1\tOne\tA\tx\ta\n1\tOne\tB\t\tb\n2\tTwo\tC\t\t\n';
    expect(short(await read('x.tsv', xray))).toEqual(['1 (One): A [x] > a; B > b', '2 (Two): C']);
  });

  it('takes numbered cells apart and puts results to their steps (TestRail, ZenTao)', async () => {
    const testrail =
      '"ID","Title","Section","Steps (Step)","Steps (Expected Result)","Steps","Expected Result"\n' +
      '"C7","Theme","Display","1. Open\nthe app\n2. Tap 1.5 times\n3. Done","1. \n2. Half of it\n- and more\n3. -","",""\n' +
      '"C8","Text","Display","","","Open\nTap","All is well"\n';
    expect(short(await read('t.csv', testrail))).toEqual([
      'C7 (Theme): Open\nthe app; Tap 1.5 times > Half of it\n- and more; Done',
      'C8 (Text): Open; Tap > All is well',
    ]);
    const zentao =
      '用例编号,所属模块,用例标题,前置条件,步骤,预期,优先级\n1,设置,深色,已解锁,"1、打开设置\n2、选择深色","1、\n2、“深色”被选中",高\n';
    const cases = await read('c.csv', zentao);
    expect(cases[0]).toMatchObject({ id: '1', section: '设置', preconditions: '已解锁', priority: '高' });
    expect(short(cases)).toEqual(['1 (深色): 打开设置; 选择深色 > “深色”被选中']);
  });

  it('finds the delimiter by what reads as a heading, below other lines too', async () => {
    const semicolons = 'Report, of today, for all, of us\n\nID;Title;Steps;Expected\nA;B, c, d;E, f;G\n';
    expect(short(await read('s.csv', semicolons))).toEqual(['A (B, c, d): E, f > G']);
    expect(short(await read('p.csv', 'sep=|\nID|Steps|Expected\nA|B;c|D,e\n'))).toEqual(['A (A): B;c > D,e']);
  });

  it('reads other encodings where they are marked or named, and says so where they are not', async () => {
    const text = '用例编号,步骤,预期结果\n一,打开,好\n';
    const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]);
    expect(short(await read('u.csv', utf16))).toEqual(['一 (一): 打开 > 好']);
    expect(short(await read('b.csv', `\uFEFF${text}`))).toEqual(['一 (一): 打开 > 好']);
    // "用例编号,步骤\nA,打开\n" as GB18030.
    const gb = Buffer.from('d3c3c0fdb1e0bac52cb2bdd6e80a412cb4f2bfaa0a', 'hex');
    await expect(read('g.csv', gb)).rejects.toThrow(FileEncodingError);
    expect(short(await read('g.csv', gb, { encoding: 'gb18030' }))).toEqual(['A (A): 打开']);
  });

  it('lets the user say what columns mean', async () => {
    const text = 'Nr,What to do,Steps,Should be\nA,Tap,old,Shown\n';
    const columns = new Map([
      ['nr', 'id' as const],
      ['what to do', 'action' as const],
      ['should be', 'expected' as const],
    ]);
    expect(short(await read('n.csv', text, { columns }))).toEqual(['A (A): Tap > Shown']);
  });

  it.each([
    [
      'no step column',
      'ID,Title\nA,B\n',
      'no column says what to do at each step among: ID, Title',
      1,
      undefined,
    ],
    [
      'an id that comes again',
      'ID,Steps\nA,x\nB,y\nA,z\n',
      'the id "A" is given to two test cases (the other: line 2)',
      4,
      1,
    ],
    [
      'an id with two titles',
      'ID,Title,Steps\nA,x,1\nA,y,2\n',
      'the id "A" is given to two test cases (the other: line 2)',
      3,
      1,
    ],
    ['a case without steps', 'ID,Title,Steps\nA,x,1\nB,y,\n', 'the test case "y" has no steps', 3, 1],
    ['a row before any case', 'ID,Steps\n,tap\n', 'this row belongs to no test case', 2, undefined],
    [
      'a result before the first step',
      'ID,Steps,Expected\nA,,y\n',
      'an expected result stands before the first step',
      2,
      4,
    ],
    ['step numbers that fall', 'ID,Step,Action\nA,1,x\nA,1,y\n', 'step 1 follows step 1', 3, 3],
    [
      'more cells than columns',
      'ID,Steps\nA,tap, then hold\n',
      'this row has 3 cells, and the heading names 2 columns',
      2,
      7,
    ],
    ['a quote nobody closes', 'ID,Steps\nA,"tap\nB,hold\n', 'a quoted field is never closed', 2, 3],
    ['text behind a quote', 'ID,Steps\nA,"tap" now\n', 'text follows the closing quote of a field', 2, 9],
    ['no cases', 'ID,Steps\n\n', 'the file has a heading and no test cases', undefined, undefined],
    ['nothing at all', '', 'no table or list was found', undefined, undefined],
    ['prose', 'Open it, then look.\nThat is all.\n', 'no table or list was found', undefined, undefined],
  ])('refuses %s, with its place', async (_, text, message, line, column) => {
    expect(await refusal('r.csv', text)).toEqual([message, line, column]);
  });

  it('refuses an id that another file has, and files that cannot be read', async () => {
    const seen = new Map();
    await read('a.csv', 'ID,Steps\nA,x\n', { seen });
    await expect(read('b.csv', 'ID,Steps\nA,x\n', { seen })).rejects.toThrow(/the other: .*a\.csv:2\)/);
    await expect(readTestCases(folder, { columns: new Map(), signal })).rejects.toThrow(FileUnreadableError);
    await expect(readTestCases(join(folder, 'no.csv'), { columns: new Map(), signal })).rejects.toThrow(
      FileUnreadableError,
    );
  });
});

describe('readTestCases of Markdown', () => {
  it('reads a table of steps below the heading of its case', async () => {
    const text = `# Display

## TC-12: Switch the theme

Preconditions: the phone is *unlocked*

| Step | Action | Test data | Expected result |
| :--- | ------ | --------- | --------------- |
| 1 | Open **Settings** | | |
| 2 | Open \`Theme\` | a \\| b | “Dark” is shown<br>“Light” is checked |

| Step | Action | Expected result |
| ---- | ------ | --------------- |
| 3 | Choose [Dark](x) | |
`;
    const cases = await read('a.md', text);
    expect(cases[0]).toMatchObject({
      id: 'TC-12',
      section: 'Display',
      preconditions: 'the phone is unlocked',
      place: { line: 3 },
    });
    expect(short(cases)).toEqual([
      'TC-12 (Switch the theme): Open Settings; Open `Theme` [a | b] > “Dark” is shown | “Light” is checked; Choose Dark',
    ]);
  });

  it('reads tables of cases, tables of fields, and lists', async () => {
    const text = `# Clock
| ID | Title | Steps | Expected |
| -- | ----- | ----- | -------- |
| A1 | Timer | 1. Open Clock<br>2. Open Timer | 1. opened<br>2. "Timer" appears |
| A2 | Alarm | Tap + | - |

## Fields
| Field | Value |
| ----- | ----- |
| Case ID | F1 |
| Title | As fields |
| Steps | 1. One<br>2. Two |
| Expected result | Three |

## Set an alarm
**Priority:** High

#### Steps
1. Open Clock
2. Tap “+”
   - Expected: "New alarm" is displayed

#### Expected result
1. The clock opens
2. It rings

## Only words
Steps: this heading has none.
`;
    const cases = await read('b.markdown', text);
    expect(short(cases)).toEqual([
      'A1 (Timer): Open Clock > opened; Open Timer > "Timer" appears',
      'A2 (Alarm): Tap +',
      'F1 (As fields): One; Two > Three',
      'set-an-alarm (Set an alarm): Open Clock > The clock opens; Tap “+” > "New alarm" is displayed | It rings',
      'only-words (Only words): this heading has none.',
    ]);
    expect(cases.map(({ section, priority }) => [section, priority])).toEqual([
      ['Clock', null],
      ['Clock', null],
      ['Fields', null],
      ['Clock', 'High'],
      ['Clock', null],
    ]);
  });

  it('passes over tables that are no test cases, and says so', async () => {
    const warnings: string[] = [];
    const text = '# A\n| x | y |\n|-|-|\n| 1 | 2 |\n\n| Steps | Expected |\n|-|-|\n| Tap | Shown |\n';
    const cases = await read('c.md', text, { onWarning: (warning) => warnings.push(warning) });
    expect(short(cases)).toEqual(['a (A): Tap > Shown']);
    expect(warnings).toEqual([expect.stringContaining('c.md:2: this table has no column of steps')]);
  });

  it('refuses the same things as in CSV, with their places', async () => {
    for (const [text, message] of [
      ['', 'no table or list was found'],
      ['# A\n\nwords\n', 'no table or list was found'],
      ['# A\n| x | y |\n|-|-|\n| 1 | 2 |\n', 'no column says what to do at each step'],
    ] as const) {
      expect(await refusal('d.md', text)).toEqual([message, undefined, undefined]);
    }
    const twice = '| ID | Steps |\n|-|-|\n| A | x |\n| B | y |\n| A | z |\n';
    expect(await refusal('e.md', twice)).toEqual([
      'the id "A" is given to two test cases (the other: line 3)',
      5,
      3,
    ]);
    const same = '# A\n| Step | Action |\n|-|-|\n| 1 | x |\n\n# A\n| Step | Action |\n|-|-|\n| 1 | x |\n';
    expect(await refusal('f.md', same)).toEqual([
      'two test cases without ids have one title (the other: line 1)',
      6,
      undefined,
    ]);
    const bar = '# A\n| Step | Action |\n|-|-|\n| 1 | x | y |\n';
    expect(await refusal('h.md', bar)).toEqual([
      'this row has 3 cells, and the heading names 2 columns',
      4,
      11,
    ]);
    await expect(read('g.md', '# A\n\n#### Expected\n- x\n')).rejects.toThrow(TestCaseFileError);
  });
});
