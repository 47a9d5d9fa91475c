/** A fenced block of a Markdown file. */
export interface MarkdownBlock {
  /** The word behind the opening fence. */
  readonly language: string;
  /** Its lines, with as many empty ones before them as stand before it in the file: line numbers stay those of the file. */
  readonly text: string;
  /** Its lines alone. */
  readonly lines: readonly string[];
}

/**
 * The fenced blocks of a Markdown file. A fence opens with three backticks and a language, and closes with a line of
 * backticks alone: a line within that begins with three and goes on belongs to the block.
 */
export function markdownBlocks(text: string): MarkdownBlock[] {
  const blocks: MarkdownBlock[] = [];
  let open: { language: string; line: number } | null = null;
  const lines = text.split('\n');
  for (const [index, line] of lines.entries()) {
    if (open === null) {
      const [, language] = /^\s*```+\s*([\w+#.-]+)\s*$/.exec(line) ?? [];
      if (language !== undefined) open = { language, line: index + 1 };
    } else if (/^\s*```+\s*$/.test(line)) {
      const own = lines.slice(open.line, index);
      blocks.push({
        language: open.language,
        text: '\n'.repeat(open.line) + own.join('\n'),
        lines: own,
      });
      open = null;
    }
  }
  return blocks;
}
