import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { z } from 'zod';
import { toolServer, type ServedTools } from '../mcp/tool-server.js';

const AnswerSchema = z.strictObject({
  content: z.array(
    z.discriminatedUnion('type', [
      z.strictObject({ type: z.literal('text'), text: z.string() }),
      z.strictObject({ type: z.literal('image'), data: z.base64(), mimeType: z.string() }),
    ]),
  ),
  isError: z.literal(true).optional(),
});

/** A client of tools: the SDK's own, with shorter words. */
export class ToolClient implements AsyncDisposable {
  readonly client = new Client({ name: 'test', version: '0' });

  /** Over any transport. */
  static async connect(transport: Transport): Promise<ToolClient> {
    const made = new ToolClient();
    await made.client.connect(transport);
    return made;
  }

  /** In memory; the tools stay the caller's. */
  static async to(served: ServedTools): Promise<ToolClient> {
    const [ours, theirs] = InMemoryTransport.createLinkedPair();
    const server = await toolServer(served);
    await server.connect(theirs);
    return await ToolClient.connect(ours);
  }

  /** The answer of a tool, whatever it says. @throws for one that is not of the known shape */
  async call(
    name: string,
    given: Readonly<Record<string, unknown>> = {},
  ): Promise<z.infer<typeof AnswerSchema>> {
    return AnswerSchema.parse(await this.client.callTool({ name, arguments: given }));
  }

  /** Its texts, one a line, those of errors behind `! `. */
  async text(name: string, given: Readonly<Record<string, unknown>> = {}): Promise<string> {
    const { content, isError } = await this.call(name, given);
    const texts = content.map((part) => (part.type === 'text' ? part.text : `(${part.mimeType})`));
    return `${isError === true ? '! ' : ''}${texts.join('\n')}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.client.close();
  }
}
