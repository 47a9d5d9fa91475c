import { z } from 'zod';

/** A web app as an app of a live phone. */
export const LiveAppSchema = z.object({
  /** Name under its icon, and what `open_app` takes; other spellings in `aliases`. */
  name: z.string().min(1).max(200),
  aliases: z.array(z.string().min(1)).optional(),
  /** Android package it goes by, such as `org.example.shop`. */
  package: z
    .string()
    .regex(/^[A-Za-z][\w]*(\.[A-Za-z][\w]*)+$/, 'a package has at least two words joined by dots'),
  /** Where it begins: `http:`, `https:` or `file:`. */
  url: z.url({ protocol: /^(https?|file)$/ }),
});
export type LiveApp = Readonly<z.infer<typeof LiveAppSchema>>;

/** The app of that name, alias or package; letter case and outer spaces play no part. */
export function findApp(apps: readonly LiveApp[], name: string): LiveApp | null {
  const wanted = name.trim().toLowerCase();
  const named = (app: LiveApp): readonly string[] => [app.name, app.package, ...(app.aliases ?? [])];
  return apps.find((app) => named(app).some((one) => one.toLowerCase() === wanted)) ?? null;
}
