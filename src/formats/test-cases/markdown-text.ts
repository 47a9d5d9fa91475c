import type { fromMarkdown } from 'mdast-util-from-markdown';

/** Any node of a Markdown document. */
export type MarkdownNode =
  ReturnType<typeof fromMarkdown> | ReturnType<typeof fromMarkdown>['children'][number];

/**
 * The text of a node as a reader sees it, without marks of emphasis and links. Code keeps its backticks, which quote a
 * text like other quotes do; a break (`<br>` too) is a line end.
 */
export function markdownText(node: MarkdownNode): string {
  switch (node.type) {
    case 'text':
      return node.value;
    case 'inlineCode':
      return `\`${node.value}\``;
    case 'code':
      return node.value;
    case 'break':
      return '\n';
    case 'html':
      return /^<br\s*\/?>$/i.test(node.value) ? '\n' : '';
    case 'image':
      return node.alt ?? '';
    default:
      return 'children' in node ? childrenText(node) : '';
  }
}

function childrenText(node: Extract<MarkdownNode, { children: unknown }>): string {
  const parts = node.children.map(markdownText);
  // Blocks within an entry of a list stand on lines of their own.
  const isBlocks = node.type === 'listItem' || node.type === 'list' || node.type === 'blockquote';
  return parts.join(isBlocks ? '\n' : '');
}
