import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Extractor } from '../catalogue/extractor.js';
import type { PromptEntry } from '../catalogue/prompt-entry.js';
import { sourceText, type PromptPiece } from '../fill/prompt-piece.js';
import { splitTemplate, TemplateFault } from '../fill/split-template.js';
import { structureError, type SoughtPrompt } from '../prompt-structure-error.js';
import { parsePython } from '../python/parse-module.js';
import { PythonSourceError } from '../python/python-source-error.js';
import type { PythonModule } from '../python/syntax.js';
import { evaluatedText } from './evaluated-text.js';
import type { ExtractedPrompt, TakenText } from './extracted-prompt.js';
import { jsonLinePrefix } from './json-line.js';
import { markdownBlocks, type MarkdownBlock } from './markdown-blocks.js';
import { notebookCell, parseWith } from './notebook-cell.js';
import type { PromptSources } from './prompt-files.js';
import { callArgument, callWith, fStringsWith, fStringWith } from './python-searches.js';
import {
  onlyOne,
  pythonAttribute,
  pythonFragments,
  pythonJson,
  pythonLeftOperand,
  pythonReplaceBase,
  pythonText,
  type PythonSource,
} from './python-texts.js';
import { literalOfJson } from './read-value.js';
import { yamlBlock } from './yaml-block.js';

type PartsOf<K extends Extractor['kind']> = Extract<Extractor, { kind: K }>;

/**
 * Takes a prompt out of its source: text is parsed, nothing is run. Whether it is the one of the catalogue is told by its
 * hash; see `checkCheckout`.
 *
 * @throws {PromptStructureError} where the prompt is not where the catalogue knows it, or is made in another way
 * @throws {PythonSourceError} where a source cannot be read
 * @throws what reading a file throws
 */
export async function extractPrompt(entry: PromptEntry, files: PromptSources): Promise<ExtractedPrompt> {
  const sought = { id: entry.id, file: entry.path, fields: entry.fields };
  const taken = await take(entry.extractor, sought, files);
  const { text, pieces } = withTemplate(entry, taken.pieces, sought);
  refuseUnknownFields(entry, pieces, sought);
  refuseOtherFragments(entry, taken, sought);
  return {
    ...taken,
    id: entry.id,
    text,
    pieces,
    sha256: createHash('sha256').update(text, 'utf8').digest('hex'),
    chars: Array.from(text).length,
  };
}

async function take(extractor: Extractor, sought: SoughtPrompt, files: PromptSources): Promise<TakenText> {
  switch (extractor.kind) {
    case 'yaml':
      return plain(yamlBlock(await files.text(sought.file), extractor.keys, sought));
    case 'jsonl-prefix':
      return plain(jsonLinePrefix(await files.text(sought.file), extractor, sought));
    case 'ipynb-python':
      return pythonText(await cellSource(extractor.cell, sought, files), extractor);
    case 'ipynb-call':
      return callWith(await cellSource(extractor.cell, sought, files), extractor);
    case 'markdown-python':
      return markdownText(extractor, sought, files);
    case 'markdown-fstring-with':
      return markdownFString(extractor, sought, files);
    case 'composed':
      return composedText(extractor, sought, files);
    default:
      return takePython(extractor, { module: await files.module(sought.file), sought }, files);
  }
}

async function takePython(
  extractor: Extract<Extractor, { kind: `python${string}` }>,
  source: PythonSource,
  files: PromptSources,
): Promise<TakenText> {
  switch (extractor.kind) {
    case 'python':
      return pythonText(source, extractor);
    case 'python-json':
      return pythonJson(source, extractor);
    case 'python-append':
      return pythonFragments(source, extractor.scope, extractor.name);
    case 'python-fstring-with':
      return fStringWith(source, extractor.scope === '*' ? null : extractor.scope, extractor.field);
    case 'python-attribute':
      return pythonAttribute(source, extractor);
    case 'python-call-argument':
      return callArgument(source, extractor);
    case 'python-left-operand':
      return pythonLeftOperand(source, extractor.scope, extractor.name);
    case 'python-replace-base':
      return pythonReplaceBase(source, extractor.name, extractor.path);
    case 'python-eval':
      return evaluatedText(source, extractor.name, await insertedFile(extractor, source.sought, files));
    default:
      return extractor satisfies never;
  }
}

async function insertedFile(
  { json }: PartsOf<'python-eval'>,
  sought: SoughtPrompt,
  files: PromptSources,
): Promise<Parameters<typeof evaluatedText>[2]> {
  if (json === undefined) return undefined;
  const text = await files.text(json.path);
  const value = parseWith(z.unknown(), text, { ...sought, file: json.path }, 'the file cannot be read');
  return { object: literalOfJson(value), insert: json.insert };
}

async function cellSource(cell: number, sought: SoughtPrompt, files: PromptSources): Promise<PythonSource> {
  const text = notebookCell(await files.text(sought.file), cell, sought);
  return { module: parsePython(text, `${sought.file} cell ${cell}`), sought };
}

async function markdownText(
  { language, blockContains, block, name, path }: PartsOf<'markdown-python'>,
  sought: SoughtPrompt,
  files: PromptSources,
): Promise<TakenText> {
  const blocks = markdownBlocks(await files.text(sought.file)).filter(
    (candidate) =>
      candidate.language === language && candidate.lines.some((line) => line.includes(blockContains)),
  );
  const found = blocks[block];
  if (found === undefined) {
    throw structureError(
      sought,
      `${blocks.length} ${language} blocks have the line ${JSON.stringify(blockContains)}, and block ${block} (from 0) is looked for`,
    );
  }
  return pythonText({ module: moduleOf(found, sought.file), sought }, { name, path });
}

async function markdownFString(
  { language, field }: PartsOf<'markdown-fstring-with'>,
  sought: SoughtPrompt,
  files: PromptSources,
): Promise<TakenText> {
  const blocks = markdownBlocks(await files.text(sought.file)).filter(
    (candidate) => candidate.language === language,
  );
  const found = blocks.flatMap((block) => {
    const module = moduleOrNull(block, sought.file);
    if (module === null) return [];
    const source = { module, sought };
    return fStringsWith(source, null, field).length === 0 ? [] : [source];
  });
  return fStringWith(onlyOne(sought, found, `a block with the field ${field}`), null, field);
}

/** A block that is no Python, such as part of a program, is none that is looked for. */
function moduleOrNull(block: MarkdownBlock, file: string): PythonModule | null {
  try {
    return moduleOf(block, file);
  } catch (error) {
    if (error instanceof PythonSourceError) return null;
    throw error;
  }
}

function moduleOf({ lines, line }: MarkdownBlock, file: string): PythonModule {
  return parsePython(lines.join('\n'), file, line);
}

/** Members of a dict joined; what the module imports from its neighbours is read with it. */
async function composedText(
  { name, join, parts, beside = [], skill }: PartsOf<'composed'>,
  sought: SoughtPrompt,
  files: PromptSources,
): Promise<TakenText> {
  const module = await files.module(sought.file);
  const imports = new Map<string, PythonModule>();
  for (const statement of module.body) {
    const neighbour =
      statement.type === 'import' ? /^\.([A-Za-z_]\w*)$/.exec(statement.module)?.[1] : undefined;
    if (statement.type !== 'import' || neighbour === undefined) continue;
    const path = sought.file.replace(/[^/]*$/, `${neighbour}.py`);
    imports.set(statement.module, await files.module(path));
  }
  for (const neighbour of beside) {
    const imported = await files.module(sought.file.replace(/[^/]*$/, `${neighbour}.py`));
    imports.set(neighbour, imported).set(`.${neighbour}`, imported);
  }
  const source = { module, sought, imports };
  const texts = parts.map((part) =>
    part === '' ? '' : sourceText(pythonText(source, { name, path: [part] }).pieces),
  );
  if (skill !== undefined) {
    const { path, ...place } = skill;
    const elsewhere = { ...sought, file: path };
    const taken = pythonText({ module: await files.module(path), sought: elsewhere }, place);
    texts[0] = `${texts[0] ?? ''}${sourceText(taken.pieces)}`;
  }
  return plain(texts.join(join));
}

function plain(text: string): TakenText {
  return { pieces: [text], line: null, fragments: null };
}

/** The text as its hash is taken, and its pieces by its own marks. */
function withTemplate(
  { template, fields }: PromptEntry,
  taken: readonly PromptPiece[],
  sought: SoughtPrompt,
): { readonly text: string; readonly pieces: readonly PromptPiece[] } {
  const text = sourceText(taken);
  if (template === 'f-string') return { text, pieces: taken };
  const field = taken.find((piece) => typeof piece !== 'string');
  if (typeof field === 'object') {
    throw structureError(
      sought,
      `the text is an f-string with ${field.field}, where ${template} was expected`,
    );
  }
  try {
    return { text, pieces: splitTemplate(template, text, fields) };
  } catch (error) {
    if (error instanceof TemplateFault) throw structureError(sought, error.message);
    throw error;
  }
}

function refuseUnknownFields(
  { fields }: PromptEntry,
  pieces: readonly PromptPiece[],
  sought: SoughtPrompt,
): void {
  for (const piece of pieces) {
    if (typeof piece !== 'string' && !fields.includes(piece.name)) {
      throw structureError(sought, `nothing is known that fills the field ${piece.name}`);
    }
  }
}

/** What builds the text must go the way that the product follows. */
function refuseOtherFragments(entry: PromptEntry, { fragments }: TakenText, sought: SoughtPrompt): void {
  if (entry.fragments === null || fragments === null) return;
  if (entry.fragments.length !== fragments.length) {
    throw structureError(
      sought,
      `the text is made of ${fragments.length} pieces, and ${entry.fragments.length} were expected`,
    );
  }
  for (const [index, { operator, guards, line }] of fragments.entries()) {
    const expected = entry.fragments[index];
    if (expected?.operator === operator && expected.guards === fingerprint(guards)) continue;
    throw structureError(sought, `piece ${index} (from 0) is put in under other conditions`, line);
  }
}

function fingerprint(guards: readonly string[]): string {
  if (guards.length === 0) return '';
  return createHash('sha256').update(guards.join('\n')).digest('hex').slice(0, 12);
}
