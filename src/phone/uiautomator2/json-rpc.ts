/** What went wrong with a call, in the form that clients read. */
export class RpcError extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

/** Source: JSON-RPC 2.0, section 5.1. */
const PARSE_ERROR = -32_700;
const INVALID_REQUEST = -32_600;
const METHOD_NOT_FOUND = -32_601;
const INVALID_PARAMS = -32_602;

/** A method of the server; what it gives is the result. */
export type RpcMethod = (params: readonly unknown[]) => unknown;

/** An answer as it goes out. */
export interface RpcAnswer {
  readonly jsonrpc: '2.0';
  readonly id: unknown;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string; readonly data: null };
}

/** Arguments that a method cannot be called with. */
export function invalidParams(message: string): RpcError {
  return new RpcError(INVALID_PARAMS, message);
}

/**
 * Calls the method that a JSON-RPC request names. Errors of the method other than {@link RpcError} are rethrown.
 *
 * @param onUnknown receives the name of an unknown method
 */
export async function answerRpc(
  body: string,
  methods: ReadonlyMap<string, RpcMethod>,
  onUnknown: (name: string) => void,
): Promise<RpcAnswer> {
  let request: unknown;
  try {
    request = JSON.parse(body);
  } catch {
    return failed(null, new RpcError(PARSE_ERROR, 'Parse error'));
  }
  if (!isRecord(request) || typeof request['method'] !== 'string') {
    return failed(null, new RpcError(INVALID_REQUEST, 'Invalid Request'));
  }
  const { id = null, method: name, params } = request as { id?: unknown; method: string; params?: unknown };
  const method = methods.get(name);
  if (method === undefined) {
    onUnknown(name);
    return failed(id, new RpcError(METHOD_NOT_FOUND, `method not found: ${name}`));
  }
  try {
    const result = await method(listed(params));
    return { jsonrpc: '2.0', id, result: result ?? null };
  } catch (error) {
    if (error instanceof RpcError) return failed(id, error);
    throw error;
  }
}

/** Named arguments count in the order in which they stand. */
function listed(params: unknown): readonly unknown[] {
  if (Array.isArray(params)) return params;
  return isRecord(params) ? Object.values(params) : [];
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function failed(id: unknown, { code, message }: RpcError): RpcAnswer {
  return { jsonrpc: '2.0', id, error: { code, message, data: null } };
}
