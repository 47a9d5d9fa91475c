import { z } from 'zod';

/** How a run stands; `running`: a process holds its lock. */
export const RUN_STATES = [
  'running',
  'complete',
  'interrupted',
  'aborted',
  'budget',
  'decided',
  'crashed',
  'unreadable',
] as const;

/** One run of a folder, as a line of a list. Everything in it comes from the index; none of it needs the benchmark. */
export const RunCardSchema = z
  .object({
    /** Name of its folder, unique among the runs shown; part of addresses. */
    id: z.string(),
    benchmark: z.string(),
    agent: z.string(),
    /** Role and model id of every model the agent was bound to. */
    models: z.array(z.string()).readonly(),
    mode: z.string(),
    state: z.enum(RUN_STATES),
    /** Why it cannot be read, or what stopped it; null where nothing did. */
    problem: z.string().nullable(),
    /** ISO 8601; null for a run that cannot be read. */
    startedAt: z.string().nullable(),
    endedAt: z.string().nullable(),
    /** Milliseconds that its sessions lasted. */
    activeMs: z.number(),
    /** Milliseconds that what is left will take at the pace so far; null where that cannot be told. */
    leftMs: z.number().nullable(),
    /** Items times repeats. */
    planned: z.int(),
    finished: z.int(),
    /** Episodes that were judged, those of them that passed, and those voided. */
    judged: z.int(),
    passed: z.int(),
    voided: z.int(),
    /** Items that a failure voided: what `resume --retry-voided` does once more. A verdict that nobody could give is none of them. */
    redoable: z.int(),
    /** Share of judged episodes that passed with its interval, 0–1; null where nothing was judged or it is no score. */
    success: z.object({ value: z.number(), low: z.number(), high: z.number() }).readonly().nullable(),
    /** The benchmark's main metric, where it has one. */
    main: z.object({ name: z.string(), value: z.number() }).readonly().nullable(),
    /** US dollars of the calls whose price is known; null where none is. */
    costUsd: z.number().nullable(),
    calls: z.int(),
    /** Of the calls, those without a price. */
    unpriced: z.int(),
    tokens: z.number().nullable(),
    /** Entries of its identity as path and value: what lists are filtered and compared by. */
    identity: z.array(z.tuple([z.string(), z.string()]).readonly()).readonly(),
    identityHash: z.string(),
    /** Id of the run that it is forked from; null for a run from the start. A fork is no result of its benchmark. */
    forkOf: z.string().nullable(),
    /** Given by people. */
    tags: z.array(z.string()).readonly(),
    note: z.string(),
  })
  .readonly();
export type RunCard = z.infer<typeof RunCardSchema>;
