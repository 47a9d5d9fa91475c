import type { ToolAnnotations } from '../define-tool.js';

/** Of tools that read what is on this machine. */
export const LOOKS: ToolAnnotations = { readOnlyHint: true, openWorldHint: false };
