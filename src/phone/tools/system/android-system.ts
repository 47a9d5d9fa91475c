import type { PhoneControls } from '../../device/phone-controls.js';
import type { ScreenPictures } from '../../screens/screen-pictures.js';
import type { Answer } from '../../shell/answer.js';
import type { Tool, ToolCall } from '../../shell/tool.js';

/** What the programs of one phone share and the rest of the phone has no part in. */
export interface AndroidSystem {
  readonly controls: PhoneControls;
  readonly pictures: ScreenPictures;
  /** What `setprop` has set. */
  readonly properties: Map<string, string>;
  /** Helper apps whose installation was pretended. */
  readonly pretended: Set<string>;
  /** What `device_config` has put, by `namespace/key`. */
  readonly deviceConfig: Map<string, string>;
  /** Runs another program of the phone, as `cmd window` runs `wm`; undefined when there is none of that name. */
  find(name: string): Tool | undefined;
}

/** A program of Android, its arguments without its name. */
export type AndroidProgram = (
  args: readonly string[],
  call: ToolCall,
  system: AndroidSystem,
) => Promise<Answer> | Answer;

/** Exit status of a program of Android that gives -1. */
export const FAILED = 255;
