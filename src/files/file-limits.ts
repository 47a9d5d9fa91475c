const MIB = 1024 * 1024;

/**
 * Most bytes of a file from outside, by what it holds. Readers of formats with a reason for another number define it
 * themselves; TFRecord files are streamed and bounded record by record.
 */
export const FILE_LIMITS = {
  picture: 64 * MIB,
  hierarchy: 64 * MIB,
  json: 64 * MIB,
  /** A model's recorded answers, and other files of lines that are held whole. */
  recording: 512 * MIB,
  /** A module that the user names, or a text of its author's. */
  source: 16 * MIB,
} as const;
