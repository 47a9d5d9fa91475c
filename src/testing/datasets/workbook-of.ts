import { crc32, deflateRawSync } from 'node:zlib';

/** Cells of a sheet: texts, numbers, days (written as Excel does, a number in a date's format), nothing. */
export type SheetRows = readonly (readonly (string | number | Date | null)[])[];

/** A workbook (.xlsx) with these sheets, texts shared as Excel shares them. */
export function workbookOf(sheets: Readonly<Record<string, SheetRows>>): Buffer {
  const shared: string[] = [];
  const drawn = Object.values(sheets).map((rows) => sheetXml(rows, shared));
  const names = Object.keys(sheets);
  return zipOf({
    'xl/workbook.xml': `<workbook xmlns:r="r"><sheets>${names
      .map((name, index) => `<sheet name="${name}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`)
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${[
      ...names.map((_, index) => relationship(index + 1, 'worksheet', `worksheets/sheet${index + 1}.xml`)),
      relationship(names.length + 1, 'sharedStrings', 'sharedStrings.xml'),
      relationship(names.length + 2, 'styles', 'styles.xml'),
    ].join('')}</Relationships>`,
    'xl/styles.xml':
      '<styleSheet><cellStyleXfs><xf numFmtId="0"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>',
    ...Object.fromEntries(drawn.map((xml, index) => [`xl/worksheets/sheet${index + 1}.xml`, xml])),
    'xl/sharedStrings.xml': `<sst>${shared.map((text) => `<si><t>${escaped(text)}</t></si>`).join('')}</sst>`,
  });
}

/** A ZIP file of deflated texts. */
export function zipOf(
  contents: Readonly<Record<string, string | Buffer>>,
  { claimed }: { readonly claimed?: number } = {},
): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of Object.entries(contents)) {
    const bytes = Buffer.from(content);
    const packed = deflateRawSync(bytes);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(crc32(bytes), 10);
    common.writeUInt32LE(packed.byteLength, 14);
    common.writeUInt32LE(claimed ?? bytes.byteLength, 18);
    common.writeUInt16LE(Buffer.byteLength(name), 22);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(offset, 10);
    const part = Buffer.concat([Buffer.from('PK\u0003\u0004'), common, Buffer.from(name), packed]);
    directory.push(
      Buffer.concat([Buffer.from('PK\u0001\u0002\u0014\u0000'), common, tail, Buffer.from(name)]),
    );
    parts.push(part);
    offset += part.byteLength;
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(Buffer.concat(directory).byteLength, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, ...directory, end]);
}

function relationship(id: number, type: string, target: string): string {
  const base = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  return `<Relationship Id="rId${id}" Type="${base}/${type}" Target="${target}"/>`;
}

function sheetXml(rows: SheetRows, shared: string[]): string {
  const drawn = rows.map((cells, row) => {
    const all = cells.map((value, column) => cellXml(value, `${columnName(column)}${row + 1}`, shared));
    return `<row r="${row + 1}">${all.join('')}</row>`;
  });
  return `<worksheet><sheetData>${drawn.join('')}</sheetData></worksheet>`;
}

function cellXml(value: SheetRows[number][number], at: string, shared: string[]): string {
  if (value === null) return '';
  if (typeof value === 'number') return `<c r="${at}"><v>${value}</v></c>`;
  // Days since the last of 1899. Source: ECMA-376, part 1, 18.17.4.1.
  if (value instanceof Date) return `<c r="${at}" s="1"><v>${value.getTime() / 86_400_000 + 25_569}</v></c>`;
  shared.push(value);
  return `<c r="${at}" t="s"><v>${shared.length - 1}</v></c>`;
}

function columnName(index: number): string {
  return index < 26
    ? String.fromCharCode(65 + index)
    : columnName(Math.floor(index / 26) - 1) + columnName(index % 26);
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
