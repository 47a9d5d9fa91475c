/** Where a tool's output goes. Resolves once there is room for more. */
export type Write = (data: string | Uint8Array) => Promise<void>;

/** One call of a program by the shell. */
export interface ToolCall {
  /** Name first, then the arguments, expanded. */
  readonly words: readonly string[];
  /** Exported variables and those set for this call. */
  readonly variables: ReadonlyMap<string, string>;
  /** Absolute. */
  readonly folder: string;
  /** Ends where the input ends; may be iterated once. */
  readonly stdin: AsyncIterable<Uint8Array>;
  readonly stdout: Write;
  readonly stderr: Write;
  /** Aborted when the client is gone, or the line is killed. */
  readonly signal: AbortSignal;
  /** Number of its process. */
  readonly pid: number;
}

/** A program of the phone. Gives its exit status, 0–255. */
export type Tool = (call: ToolCall) => Promise<number> | number;

/** Finds programs by name; undefined where the phone has none of that name. */
export type FindTool = (name: string) => Tool | undefined;
