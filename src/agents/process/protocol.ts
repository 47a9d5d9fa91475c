import type { UserTurn } from '../../domain/screen.js';
import { z } from 'zod';
import { ActionSchema } from '../../domain/action.js';

/** Version of the protocol; rises when an agent written for an older one would fail. */
export const PROTOCOL_VERSION = 1;

const said = {
  thought: z.string().optional(),
  /** One line for reports and for the history that later messages carry. */
  summary: z.string().optional(),
  /** What the agent wants back with its history; JSON, at most 64 kB. */
  memory: z.unknown().optional(),
};

/** What an agent's process may write: one JSON object a line, in answer to each line it reads. */
export const AgentMessageSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready') }),
  z.object({ type: z.literal('decide'), action: ActionSchema, ...said }),
  /** The agent's model said something that the agent cannot read as an action. */
  z.object({ type: z.literal('unreadable'), answer: z.string(), reason: z.string().optional(), ...said }),
]);
export type AgentMessage = z.infer<typeof AgentMessageSchema>;

/** What Touchstone writes to the process: one JSON object a line. */
export type HostMessage =
  | {
      readonly type: 'open';
      readonly protocol: number;
      /** Counts the episodes of this run of Touchstone. */
      readonly episode: string;
      readonly instruction: string;
      readonly language: string;
      readonly apps: readonly string[];
      readonly repeat: number;
      readonly seed: number;
      readonly maxSteps: number;
    }
  | {
      readonly type: 'observe';
      /** Earlier steps of the episode. */
      readonly step: number;
      readonly screen: {
        readonly width: number | null;
        readonly height: number | null;
        readonly app: string | null;
        /** Bytes in Base64; null where the screen has no picture, or none is wanted. */
        readonly picture: { readonly mediaType: string; readonly base64: string } | null;
        /** uiautomator XML. */
        readonly hierarchy: string | null;
      };
      /** What the agent has asked its user so far, with the replies; absent where it has asked nothing. */
      readonly conversation?: readonly UserTurn[];
      /** Why the action before this was kept from the phone; absent where it was carried out. */
      readonly refused?: string;
      /** The latest earlier step, as it went into the journal; null at the first. */
      readonly last: unknown;
      /** Every earlier step, where the agent keeps nothing itself (`stateless`). */
      readonly history?: readonly unknown[];
    }
  | { readonly type: 'close' };
