/** A web app as an app of a live phone. */
export interface LiveApp {
  /** Name under its icon, and what `open_app` takes; other spellings in `aliases`. */
  readonly name: string;
  readonly aliases?: readonly string[];
  /** Android package it goes by, such as `org.example.shop`. */
  readonly package: string;
  /** Where it begins: `http:`, `https:` or `file:`. */
  readonly url: string;
}

/** The app of that name, alias or package; letter case and outer spaces play no part. */
export function findApp(apps: readonly LiveApp[], name: string): LiveApp | null {
  const wanted = name.trim().toLowerCase();
  const namesOf = (app: LiveApp): readonly string[] => [app.name, app.package, ...(app.aliases ?? [])];
  return apps.find((app) => namesOf(app).some((one) => one.toLowerCase() === wanted)) ?? null;
}
