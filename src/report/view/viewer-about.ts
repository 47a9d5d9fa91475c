import { z } from 'zod';
import { ACCESS_ROLES } from '../../domain/access/access-role.js';

/** What a server is, and what it can do. */
export const ViewerAboutSchema = z
  .object({
    /** Version of Touchstone. */
    touchstone: z.string(),
    /** What its source can do, as `FEATURES` of the application names it. */
    features: z.array(z.string()).readonly(),
    isReadOnly: z.boolean(),
    /** Whether it asks for a token: a page that got a cookie for it can give that up. */
    asksToken: z.boolean(),
    /** Name of the folder of runs, without where it is. */
    folder: z.string(),
    /** Who asks, where several people share the server; the team is null for an operator. */
    user: z
      .object({ name: z.string(), team: z.string().nullable(), role: z.enum(ACCESS_ROLES) })
      .readonly()
      .nullable(),
  })
  .readonly();
export type ViewerAbout = z.infer<typeof ViewerAboutSchema>;
