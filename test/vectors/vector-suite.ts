/** All cases of one recorded vector file, checked against our code. */
export interface VectorSuite {
  /** Folder below `vectors/`. */
  readonly system: string;
  /** File name within that folder. */
  readonly file: string;
  /** What is checked, where a file has several suites. */
  readonly title?: string;
  /** Checks every case of the file; reports each exactly once, with null when it agrees. */
  run(context: VectorContext): Promise<void>;
}

export interface VectorContext {
  /** Folder that holds `vectors/` and `data/`. */
  readonly shared: string;
  readonly report: (name: string, problem: string | null) => void;
}
