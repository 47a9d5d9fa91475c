import type { Template } from '../catalogue/prompt-entry.js';
import { joinPieces, type PromptPiece } from './prompt-piece.js';

/** The text is no template of its kind. */
export class TemplateFault extends Error {}

/**
 * The pieces of a text that is filled by its own marks. Fields of an f-string cannot be told from its text any more, so its
 * pieces come from the source.
 *
 * @param fields names of the fields, for the kinds that replace tokens
 * @throws {TemplateFault}
 */
export function splitTemplate(
  template: Exclude<Template, 'f-string'>,
  text: string,
  fields: readonly string[],
): PromptPiece[] {
  switch (template) {
    case 'verbatim':
    case 'jinja':
      return joinPieces([text]);
    case 'str.format':
      return splitFormat(text);
    case 'str.replace':
    case 'angle':
    case 'stars':
      return splitTokens(template, text, fields);
    default:
      return template satisfies never;
  }
}

/** Fields of `str.format`: names, or positions counted from 0; doubled braces are single ones. */
function splitFormat(text: string): PromptPiece[] {
  const pieces: PromptPiece[] = [];
  let positions = 0;
  let at = 0;
  for (const { 0: mark, index } of text.matchAll(/\{\{|\}\}|\{[^{}]*\}|[{}]/g)) {
    pieces.push(text.slice(at, index));
    at = index + mark.length;
    if (mark === '{{' || mark === '}}') pieces.push(mark.slice(1));
    else if (mark.length === 1) throw new TemplateFault(`a brace stands alone: ${mark}`);
    else {
      const written = mark.slice(1, -1);
      if (/[!:]/.test(written)) throw new TemplateFault(`the field ${mark} asks for a format of its own`);
      const name = written === '' ? String(positions) : written;
      if (written === '') positions += 1;
      pieces.push({ field: name, name });
    }
  }
  pieces.push(text.slice(at));
  return joinPieces(pieces);
}

/** Marks around the name of a field, of the kinds that replace tokens. */
const MARKS = { 'str.replace': ['{', '}'], angle: ['<', '>'], stars: ['**', '**'] } as const;
export type TokenTemplate = keyof typeof MARKS;

export function isTokenTemplate(template: Template): template is TokenTemplate {
  return Object.hasOwn(MARKS, template);
}

/** The token that stands for the field in the text. */
export function fieldToken(template: TokenTemplate, name: string): string {
  const [opening, closing] = MARKS[template];
  return `${opening}${name}${closing}`;
}

/** Tokens wherever they stand; other marks are text. */
function splitTokens(template: TokenTemplate, text: string, fields: readonly string[]): PromptPiece[] {
  const tokens = fields.map((name) => ({ name, token: fieldToken(template, name) }));
  const pieces: PromptPiece[] = [];
  let literal = 0;
  for (let at = 0; at < text.length;) {
    const found = tokens.find(({ token }) => text.startsWith(token, at));
    if (found === undefined) {
      at += 1;
      continue;
    }
    pieces.push(text.slice(literal, at), { field: found.name, name: found.name });
    at += found.token.length;
    literal = at;
  }
  pieces.push(text.slice(literal));
  return joinPieces(pieces);
}
