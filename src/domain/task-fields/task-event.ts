import { z } from 'zod';

/** What may come in between on a phone. Source: AndroidLens, anomalies; calls and messages are ours. */
export const EVENT_TYPES = ['ad', 'permission', 'login', 'update', 'call', 'message'] as const;
export const EventTypeSchema = z.enum(EVENT_TYPES);
export type EventType = z.infer<typeof EventTypeSchema>;

/** Something unexpected that may happen to the phone during the task, before a step that the seed draws. */
export const TaskEventSchema = z
  .object({
    id: z.string().min(1),
    type: EventTypeSchema,
    /** What else the phone is told of it, such as the text of a message; which members there are is up to the phone. */
    shows: z.record(z.string(), z.unknown()).optional(),
    tags: z.array(z.string()).default([]),
    /** Steps, counted from 1, between which the step is drawn that the event comes before. Nothing comes before the first. */
    earliest: z.int().min(2).default(2),
    latest: z.int().min(2).optional(),
    /** Happens in every run of the task; others only where the run asks for events. */
    required: z.boolean().default(false),
  })
  .refine(({ earliest, latest }) => latest === undefined || latest >= earliest, {
    message: 'latest must not be before earliest',
    path: ['latest'],
  });
export type TaskEvent = z.infer<typeof TaskEventSchema>;
