import { z } from 'zod';
import { describeIssue } from '../domain/text/describe-issue.js';
import { errorAnswer, type ToolAnswer } from './tool-answer.js';

/** What clients may know of a tool before they call it. */
export interface ToolAnnotations {
  readonly readOnlyHint: boolean;
  readonly destructiveHint?: boolean;
  readonly openWorldHint?: boolean;
}

/** A tool as clients are told of it. */
export interface McpTool {
  readonly name: string;
  readonly description: string;
  readonly annotations: ToolAnnotations;
  /** JSON schema of its arguments. */
  readonly inputSchema: Readonly<Record<string, unknown>> & { readonly type: 'object' };
  /** Arguments that do not fit are answered, and nothing is done. */
  call(given: unknown): Promise<ToolAnswer>;
}

/** A tool, its arguments checked before it is called. Numbers may come as text; arguments that nobody knows mean nothing. */
export function defineTool<T extends z.ZodRawShape>(
  tool: Pick<McpTool, 'name' | 'description' | 'annotations'> & {
    readonly arguments: T;
    readonly call: (given: z.output<z.ZodObject<T>>) => Promise<ToolAnswer>;
  },
): McpTool {
  const { name, description, annotations } = tool;
  const schema = z.object(tool.arguments);
  const { $schema: _, ...inputSchema } = z.toJSONSchema(schema, { io: 'input' });
  const numbers = numericNames(inputSchema.properties ?? {});
  return {
    name,
    description,
    annotations,
    inputSchema: { ...inputSchema, type: 'object' },
    call: async (given) => {
      const parsed = schema.safeParse(withNumbers(given ?? {}, numbers));
      if (parsed.success) return await tool.call(parsed.data);
      return invalidArguments(`Invalid arguments for tool ${name}: ${issuesText(parsed.error)}`);
    },
  };
}

/** How a call is refused that cannot be made: a result, no error of the protocol. Source: interchange.md 7. */
export function invalidArguments(message: string): ToolAnswer {
  return errorAnswer(`MCP error -32602: ${message}`);
}

/** Issues that are listed of one call. */
const MOST_ISSUES = 5;

function issuesText({ issues }: z.ZodError): string {
  return issues
    .slice(0, MOST_ISSUES)
    .map((issue) => `${issue.path.map(String).join('.') || 'arguments'}: ${describeIssue(issue)}`)
    .join('; ');
}

function numericNames(properties: Readonly<Record<string, unknown>>): ReadonlySet<string> {
  const isNumeric = (schema: unknown): boolean =>
    typeof schema === 'object' &&
    schema !== null &&
    'type' in schema &&
    (schema.type === 'number' || schema.type === 'integer');
  return new Set(
    Object.entries(properties)
      .filter(([, schema]) => isNumeric(schema))
      .map(([name]) => name),
  );
}

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

function withNumbers(given: unknown, numbers: ReadonlySet<string>): unknown {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return given;
  return Object.fromEntries(
    Object.entries(given).map(([name, value]: [string, unknown]) => [
      name,
      numbers.has(name) && typeof value === 'string' && NUMBER.test(value.trim()) ? Number(value) : value,
    ]),
  );
}
