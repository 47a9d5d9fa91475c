import { structureError, type SoughtPrompt } from '../prompt-structure-error.js';

/** A line of a mapping: how deep it stands, its key, what follows the colon. */
const MEMBER = /^( *)(?:'([^']*)'|"([^"\\]*)"|([^\s#'"[\]{}&*!|>%@`,][^:]*?)) *:(?: +(.*))?$/;
/** A longer line is none with a key that is looked for. */
const MAX_MEMBER_LENGTH = 1000;
const HEADER = /^\|(?:([1-9])([+-])?|([+-])([1-9])?)? *(?:#.*)?$/;

/**
 * The block of text (`key: |-`) at the way of keys. Nothing in it is an escape; the indentation of its first line is taken off
 * all of them; `-` takes off the line ends at its end.
 *
 * @throws {PromptStructureError} where the way ends, or something other than such a block stands at its end
 */
export function yamlBlock(text: string, keys: readonly string[], sought: SoughtPrompt): string {
  const lines = text.split('\n');
  let depth = -1;
  let at = 0;
  for (const [index, key] of keys.entries()) {
    const member = findMember(lines, at, depth, key);
    if (member === null) {
      throw structureError(sought, `there is no ${keys.slice(0, index + 1).join('.')}`);
    }
    const isLast = index === keys.length - 1;
    if (isLast) return blockText(lines, member, sought);
    if (member.rest !== '' && !member.rest.startsWith('#')) {
      throw structureError(sought, `${key} is no mapping`, member.line + 1);
    }
    depth = member.indent;
    at = member.line + 1;
  }
  throw structureError(sought, 'the catalogue names no key');
}

interface Member {
  readonly indent: number;
  readonly rest: string;
  /** From 0. */
  readonly line: number;
}

/** The key among the members of a mapping that stands deeper than `outer`; lines deeper than its first are not looked at. */
function findMember(lines: readonly string[], from: number, outer: number, key: string): Member | null {
  let level: number | null = null;
  for (let line = from; line < lines.length; line += 1) {
    const text = lines[line] ?? '';
    if (/^ *(?:#.*)?$/.test(text)) continue;
    const indent = text.length - text.trimStart().length;
    if (indent <= outer) return null;
    level ??= indent;
    if (indent > level) continue;
    const [, , single, double, plain, rest = ''] =
      text.length > MAX_MEMBER_LENGTH ? [] : (MEMBER.exec(text) ?? []);
    const name = single ?? double ?? plain;
    if (name === key) return { indent, rest, line };
    // What stands deeper than this key belongs to it, the lines of a block among it.
  }
  return null;
}

function blockText(lines: readonly string[], { indent, rest, line }: Member, sought: SoughtPrompt): string {
  const header = HEADER.exec(rest);
  if (header === null) throw structureError(sought, 'no block of text (|) stands at the key', line + 1);
  const chomping = header[2] ?? header[3] ?? '';
  const given = header[1] ?? header[4];
  let own = given === undefined ? null : indent + Number(given);
  const block: string[] = [];
  for (const text of lines.slice(line + 1)) {
    const leading = text.length - text.replace(/^ +/, '').length;
    if (leading === text.length) {
      block.push(own === null ? '' : text.slice(own));
      continue;
    }
    own ??= leading;
    if (leading < own || own <= indent) break;
    block.push(text.slice(own));
  }
  const content = block.slice(0, block.findLastIndex((text) => text !== '') + 1).join('\n');
  if (chomping === '-' || content === '') return content;
  return chomping === '+' ? `${block.join('\n')}\n` : `${content}\n`;
}
