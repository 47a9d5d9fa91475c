import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { workbookOf, zipOf, type SheetRows } from '../../testing/datasets/workbook-of.js';
import { temporaryFolder } from '../../testing/run-fakes/run-fake.js';
import { readTestCases } from './read-test-cases.js';

const { signal } = new AbortController();
const folder = await temporaryFolder();
afterAll(() => folder[Symbol.asyncDispose]());

const HEADING = ['用例编号', '用例标题', '操作步骤', '预期结果'];
const SHEET: SheetRows = [
  ['Test cases of the second sprint', null, null, null],
  HEADING,
  ['T-1', 'Switch to the dark theme', 'Open Settings', 'The "Settings" page opens'],
  [null, null, 'Choose <Dark> & wait', '"Dark" is checked'],
  [7, 'Set an alarm', '1. Open Clock\n2. Add an alarm', '2. "7:30" is shown'],
  [new Date(Date.UTC(2026, 10, 23)), 'A day is an id', 'Open Clock', null],
];

async function read(bytes: Buffer, name = 'cases.xlsx', warnings: string[] = []) {
  const file = join(folder.path, name);
  await writeFile(file, bytes);
  return readTestCases(file, { columns: new Map(), signal, onWarning: (warning) => warnings.push(warning) });
}

/** The smallest workbook around the XML of one sheet. */
function workbookAround(sheet: string): Buffer {
  return zipOf({
    'xl/workbook.xml':
      '<workbook xmlns:r="r"><sheets><sheet name="A" sheetId="1" r:id="rId1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
    'xl/worksheets/sheet1.xml': sheet,
  });
}

describe('a workbook of test cases', () => {
  it('is read as its CSV would be', async () => {
    const cases = await read(workbookOf({ Cases: SHEET }));
    expect(cases.map(({ id, title, steps }) => ({ id, title, steps }))).toEqual([
      {
        id: 'T-1',
        title: 'Switch to the dark theme',
        steps: [
          { number: null, action: 'Open Settings', data: null, expected: ['The "Settings" page opens'] },
          { number: null, action: 'Choose <Dark> & wait', data: null, expected: ['"Dark" is checked'] },
        ],
      },
      {
        id: '7',
        title: 'Set an alarm',
        steps: [
          { number: 1, action: 'Open Clock', data: null, expected: [] },
          { number: 2, action: 'Add an alarm', data: null, expected: ['"7:30" is shown'] },
        ],
      },
      {
        id: '2026-11-23',
        title: 'A day is an id',
        steps: [expect.objectContaining({ action: 'Open Clock' })],
      },
    ]);
    expect(cases[0]?.place).toMatchObject({ line: 3, column: 1 });
  });

  it('may have several sheets; those without cases are passed over with a word', async () => {
    const warnings: string[] = [];
    const more: SheetRows = [HEADING, ['T-2', 'Mute the phone', 'Open Settings', null]];
    const cases = await read(
      workbookOf({ Cover: [['Our cases']], Login: SHEET, Sound: more }),
      'many.xlsx',
      warnings,
    );
    expect(cases.map(({ id }) => id)).toEqual(['T-1', '7', '2026-11-23', 'T-2']);
    expect(warnings).toEqual([
      expect.stringMatching(/^the sheet "Cover" of .*many.xlsx holds no test cases$/),
    ]);
    const twice = read(workbookOf({ Login: SHEET, Again: SHEET }), 'twice.xlsx');
    await expect(twice).rejects.toThrow('twice.xlsx [Again]:3:1: the id "T-1" is given to two test cases');
  });

  it('without a step column, a heading, or a case is refused as such a CSV is', async () => {
    await expect(
      read(
        workbookOf({
          A: [
            ['id', 'title'],
            ['1', 'x'],
          ],
        }),
      ),
    ).rejects.toThrow('no column says what to do');
    await expect(read(workbookOf({ A: [['Just a sentence.']] }))).rejects.toThrow(
      'no table or list was found',
    );
    await expect(read(workbookOf({ A: [HEADING] }))).rejects.toThrow('a heading and no test cases');
    await expect(read(workbookOf({ A: [] }))).rejects.toThrow('no table or list was found');
  });

  it.each([
    ['text', Buffer.from('id,title,steps')],
    ['an older workbook', Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)])],
    ['another archive', zipOf({ 'word/document.xml': '<a/>' })],
    ['half of one', workbookOf({ A: SHEET }).subarray(0, 300)],
    ['nothing', Buffer.alloc(0)],
  ])('that is %s is refused with what to do', async (_, bytes) => {
    await expect(read(bytes)).rejects.toMatchObject({
      code: 'TEST_CASE_FILE',
      message: expect.stringContaining('cases.xlsx: this is no .xlsx workbook') as string,
      hint: expect.stringContaining('Save it as .xlsx') as string,
    });
  });

  it('with broken XML is refused', async () => {
    await expect(read(workbookAround('<worksheet><sheetData><row'))).rejects.toMatchObject({
      fault: 'dataset',
    });
  });
});

describe('a workbook that takes more than it shows', () => {
  const expectRefused = async (bytes: Buffer): Promise<void> => {
    await expect(read(bytes, 'bomb.xlsx')).rejects.toMatchObject({
      code: 'FILE_TOO_LARGE',
      place: { file: join(folder.path, 'bomb.xlsx') },
      hint: expect.stringContaining('CSV UTF-8') as string,
    });
  };

  it('by what it inflates to is refused, whatever it claims', async () => {
    const blank = Buffer.alloc(66 * 1024 * 1024, ' ');
    await expectRefused(zipOf({ 'xl/workbook.xml': blank }));
    await expectRefused(zipOf({ 'xl/workbook.xml': blank }, { claimed: 1000 }));
    const half = blank.subarray(0, 33 * 1024 * 1024);
    await expectRefused(zipOf({ 'xl/workbook.xml': half, 'xl/styles.xml': half }));
  });

  it('by its bytes is refused before it is read', async () => {
    await expectRefused(Buffer.alloc(16 * 1024 * 1024 + 1));
  });

  it('by its rows is refused', async () => {
    const rows = Array.from(
      { length: 100_001 },
      (_, index) => `<row r="${index + 1}"><c r="A${index + 1}"><v>1</v></c></row>`,
    );
    await expectRefused(workbookAround(`<worksheet><sheetData>${rows.join('')}</sheetData></worksheet>`));
  });

  it.each(['A999999999', 'ZZZZZZ1'])('by a cell far out (%s) is refused', async (at) => {
    const row = `<row r="${at.replace(/\D/g, '')}"><c r="${at}"><v>1</v></c></row>`;
    const first = '<row r="1"><c r="A1"><v>1</v></c></row>';
    await expectRefused(
      workbookAround(`<worksheet><sheetData>${at.endsWith('Z1') ? '' : first}${row}</sheetData></worksheet>`),
    );
  });

  it('by how its rows are filled is refused', async () => {
    const rows = Array.from(
      { length: 3000 },
      (_, index) => `<row r="${index + 1}"><c r="XFD${index + 1}"><v>1</v></c></row>`,
    );
    await expectRefused(workbookAround(`<worksheet><sheetData>${rows.join('')}</sheetData></worksheet>`));
  });
});
