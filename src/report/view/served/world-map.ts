import { z } from 'zod';
import { SeveritySchema } from '../../../domain/finding.js';

/** A recorded world as a map: what is drawn once, whoever looks. Nodes and edges are columns: 8,000 screens stay small. */
export const WorldMapSchema = z
  .object({
    name: z.string(),
    /** Number of the node that tasks start on by default. */
    root: z.int(),
    nodes: z
      .object({
        id: z.array(z.string()).readonly(),
        title: z.array(z.string().nullable()).readonly(),
        /** Package of the app that is in front, where it is known. */
        app: z.array(z.string().nullable()).readonly(),
        /** Address of the first picture. */
        picture: z.array(z.string().nullable()).readonly(),
        x: z.array(z.number()).readonly(),
        y: z.array(z.number()).readonly(),
        /** Nothing leads on from it. */
        isDeadEnd: z.array(z.boolean()).readonly(),
        /** Nothing leads to it from the root. */
        isUnreached: z.array(z.boolean()).readonly(),
      })
      .readonly(),
    /** By numbers of nodes; one edge of each pair, with the number of actions that make it. */
    edges: z
      .object({
        from: z.array(z.int()).readonly(),
        to: z.array(z.int()).readonly(),
        actions: z.array(z.int()).readonly(),
      })
      .readonly(),
    tasks: z
      .array(z.object({ id: z.string(), instruction: z.string(), start: z.int() }).readonly())
      .readonly(),
  })
  .readonly();
export type WorldMap = z.infer<typeof WorldMapSchema>;

/** What belongs to one task on a map. */
export const TaskRouteSchema = z
  .object({
    task: z.string(),
    /** Each with the nodes that reach it; of one that wants an answer there are none. */
    milestones: z
      .array(z.object({ id: z.string(), title: z.string(), nodes: z.array(z.int()).readonly() }).readonly())
      .readonly(),
    /** A route with the fewest actions, start included; null where none was found. */
    optimal: z.array(z.int()).readonly().nullable(),
    /** Why there is none; null where there is. */
    why: z.string().nullable(),
  })
  .readonly();
export type TaskRoute = z.infer<typeof TaskRouteSchema>;

/** The way that an episode took over the map. */
export const EpisodePathSchema = z
  .object({
    run: z.string(),
    item: z.string(),
    repeat: z.int().nonnegative(),
    outcome: z.string(),
    /** States of its steps, in order; null where the environment named none. */
    states: z.array(z.string().nullable()).readonly(),
  })
  .readonly();
export type EpisodePath = z.infer<typeof EpisodePathSchema>;

/** What `touchstone lint` finds in the world of a run, the worst first. */
export const WorldFindingsSchema = z
  .object({
    findings: z
      .array(
        z
          .object({
            rule: z.string(),
            severity: SeveritySchema,
            message: z.string(),
            /** Screens that it is about, by numbers of nodes; none where it is about a task or a file. */
            nodes: z.array(z.int()).readonly(),
          })
          .readonly(),
      )
      .readonly(),
    /** Why the world was not checked; null where it was. */
    why: z.string().nullable(),
  })
  .readonly();
export type WorldFindings = z.infer<typeof WorldFindingsSchema>;
