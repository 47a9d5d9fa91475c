/** A fenced block of a Markdown file. */
export interface MarkdownBlock {
  /** The word behind the opening fence. */
  readonly language: string;
  readonly lines: readonly string[];
  /** Line of the file that it begins in, from 1. */
  readonly line: number;
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
      blocks.push({ language: open.language, lines: lines.slice(open.line, index), line: open.line + 1 });
      open = null;
    }
  }
  return blocks;
}
