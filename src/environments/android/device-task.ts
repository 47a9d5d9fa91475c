import { z } from 'zod';

const PackageSchema = z.string().regex(/^[A-Za-z]\w*(?:\.\w+)*$/);

/** What a device has to be like when an episode of a task begins. */
export const DeviceTaskSchema = z.object({
  id: z.string().min(1),
  /** Packages that have to be installed; they are stopped before the task and after it. */
  apps: z.array(PackageSchema).default([]),
  /** Packages whose data are removed first. */
  clear: z.array(PackageSchema).default([]),
  /** Permissions granted after that. */
  grant: z.array(z.object({ package: PackageSchema, permission: z.string().regex(/^[\w.]+$/) })).default([]),
  /** Where the episode begins; null is the home screen. */
  start: z
    .object({
      package: PackageSchema,
      activity: z
        .string()
        .regex(/^[\w.$]+$/)
        .nullable()
        .default(null),
    })
    .nullable()
    .default(null),
});
export type DeviceTask = z.infer<typeof DeviceTaskSchema>;
