import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { VERSION } from '../version.js';
import { callTool, type ToolSet } from './call-tool.js';

/** A set of tools for one client, with what is open for it. */
export interface ServedTools extends ToolSet, AsyncDisposable {
  /** What a client's model is told of them as a whole. */
  readonly instructions: string;
}

/** An MCP server for one client, to be connected. The tools stay its caller's. */
export async function toolServer(served: ServedTools): Promise<McpServer> {
  // Loaded on first use: no other command needs it.
  const [{ McpServer }, { CallToolRequestSchema, ListToolsRequestSchema }] = await Promise.all([
    import('@modelcontextprotocol/sdk/server/mcp.js'),
    import('@modelcontextprotocol/sdk/types.js'),
  ]);
  const { instructions, tools } = served;
  const made = new McpServer(
    { name: 'touchstone', version: VERSION },
    { capabilities: { tools: { listChanged: true } }, instructions },
  );
  made.server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: tools.map(({ name, description, annotations, inputSchema }) => ({
      name,
      description,
      annotations: { ...annotations },
      inputSchema: { ...inputSchema },
    })),
  }));
  made.server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
    const { content, isError } = await callTool(served, params.name, params.arguments);
    return { content: content.map((part) => ({ ...part })), ...(isError === undefined ? {} : { isError }) };
  });
  return made;
}
