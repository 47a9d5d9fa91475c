import type { Token } from 'marked';

/** Character references that people write; others stay as they are. */
const REFERENCES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&nbsp;': ' ',
};

/**
 * The text of a part of a Markdown document as a reader sees it, without marks of emphasis and links. Code keeps its
 * backticks, which quote a text like other quotes do; a break (`<br>` too) is a line end.
 */
export function markdownText(token: Token): string {
  switch (token.type) {
    case 'codespan':
      return `\`${textValue(token)}\``;
    case 'br':
      return '\n';
    case 'html':
      return /^<br\s*\/?>\s*$/i.test(token.raw) ? '\n' : '';
    case 'list':
      return listText(token);
    case 'list_item':
      // Blocks within an entry of a list stand on lines of their own.
      return partsOf(token)
        .map((one) => markdownText(one).replace(/\n+$/, ''))
        .join('\n');
    case 'text':
    case 'escape':
    case 'code':
    case 'image': {
      const parts = partsOf(token);
      return parts.length === 0 ? decode(textValue(token)) : textOfAll(parts);
    }
    default:
      return textOfAll(partsOf(token));
  }
}

/** The text of several parts, one after the other. */
export function textOfAll(tokens: readonly Token[]): string {
  return tokens.map(markdownText).join('');
}

/** The parts of a token; empty where it has none. */
function partsOf(token: Token): readonly Token[] {
  return 'tokens' in token ? (token.tokens ?? []) : [];
}

function listText(token: Token): string {
  const items = 'items' in token ? (token.items as readonly Token[]) : [];
  return items.map(markdownText).join('\n');
}

function textValue(token: Token): string {
  return 'text' in token && typeof token.text === 'string' ? token.text : '';
}

function decode(text: string): string {
  return text.replace(/&(?:amp|lt|gt|quot|#39|nbsp);/g, (reference) => REFERENCES[reference] ?? reference);
}
