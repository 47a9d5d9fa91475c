import {
  defineDialect,
  DialectSettingsError,
  type DialectDefinition,
  type DialectFamily,
  type DialectParts,
} from './define-dialect.js';
import type { DialectSettings } from './dialect.js';

/** What a family brings whose releases differ in `Release` alone. */
export interface ReleasesDefinition<Release> extends Omit<DialectDefinition, 'variants' | 'create'> {
  /** By the variant's name; the first is the default. None, where only benchmarks know how the model is asked. */
  readonly releases: Readonly<Record<string, Release>>;
  /** The default, where one of the names is a whole number, which an object has before all others. */
  readonly standard?: string;
  /** As in `DialectDefinition`; `release` is that of `settings.variant`. */
  create(settings: DialectSettings, release: Release): DialectParts;
}

/** A family that takes further releases. */
export interface FamilyOfReleases<Release> extends DialectFamily {
  /** The same family with these releases after its own: how a benchmark asks the model, defined in the benchmark's folder. */
  withReleases(more: Readonly<Record<string, Release>>): FamilyOfReleases<Release>;
}

/** A family whose releases are data, so that whoever asks the same model otherwise adds a release and no code. */
export function defineReleases<Release>(definition: ReleasesDefinition<Release>): FamilyOfReleases<Release> {
  const { family: name, title, references, releases, standard } = definition;
  const variants = Object.keys(releases);
  const family = defineDialect({
    family: name,
    title,
    ...(references === undefined ? {} : { references }),
    variants: standard === undefined ? variants : [...new Set([standard, ...variants])],
    create: (settings) => {
      const release = settings.variant === undefined ? undefined : releases[settings.variant];
      if (release === undefined) throw new DialectSettingsError(`${name} has no releases of its own`);
      return definition.create(settings, release);
    },
  });
  return {
    ...family,
    withReleases: (more) => defineReleases({ ...definition, releases: { ...releases, ...more } }),
  };
}
