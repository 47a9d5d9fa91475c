import { pythonJson } from '../../../domain/graph/python-values.js';
import type { Size } from '../../../domain/geometry.js';
import type { PromptSwitch } from '../prompt-set.js';
import type { PromptTexts } from '../prompt-texts.js';

/** Ids of the texts that a tool block is made of. */
export interface ToolBlockIds {
  /** First line of the system text. */
  readonly line: string;
  readonly description: string;
  readonly parameters: string;
}

/** Text of the library that prints the block. */
export const TOOL_TEMPLATE = 'qwen.nous';

/**
 * The switch for the library's version, by which the printed tool differs: up to 0.0.15 it has a name for people and the
 * format of its arguments, from 0.0.16 it has neither.
 *
 * Source: Qwen-Agent repository, `BaseTool.function`.
 */
export function qwenAgentSwitch(version: '0.0.15' | '0.0.16'): PromptSwitch {
  return { default: version, words: ['0.0.15', '0.0.16'] };
}

/** Every text that `toolSystem` asks for. */
export function toolTexts({ line, description, parameters }: ToolBlockIds): readonly string[] {
  return [line, TOOL_TEMPLATE, description, parameters];
}

/**
 * The two parts of a system text that offers the tool `mobile_use`, as Qwen-Agent makes them; nothing stands between them.
 *
 * @param options.size that the tool states as the screen's resolution
 * @param options.qwenAgent version of the library, as the switch has it
 */
export function toolSystem(
  texts: PromptTexts,
  ids: ToolBlockIds,
  { size, qwenAgent }: { readonly size: Size; readonly qwenAgent: string | undefined },
): readonly [line: string, block: string] {
  const description = texts.fill(ids.description, {
    'self.display_width_px': `${size.width}`,
    'self.display_height_px': `${size.height}`,
  });
  const isNamed = qwenAgent === '0.0.15';
  const members = [
    ...(isNamed ? ['"name_for_human": "mobile_use"'] : []),
    '"name": "mobile_use"',
    `"description": ${pythonJson(description)}`,
    // Printed already, as Python prints JSON.
    `"parameters": ${texts.text(ids.parameters)}`,
    ...(isNamed ? ['"args_format": "Format the arguments as a JSON object."'] : []),
  ];
  const tool = `{"type": "function", "function": {${members.join(', ')}}}`;
  return [texts.text(ids.line), `\n\n${texts.fill(TOOL_TEMPLATE, { tool_descs: tool })}`];
}
