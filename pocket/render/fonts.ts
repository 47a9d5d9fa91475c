import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';

/** A font file the screens are drawn with. Other files give other pixels. */
export interface Font {
  readonly family: 'Pocket Sans' | 'Pocket Han';
  readonly weight: number;
  readonly file: string;
  /** Debian package that brings the file. */
  readonly package: string;
  readonly sha256: string;
}

const ROBOTO = '/usr/share/fonts/truetype/roboto/unhinted/RobotoTTF';

/** Latin text in Roboto, Chinese text in Droid Sans Fallback; both Apache-2.0, as Debian 12 ships them. */
export const FONTS: readonly Font[] = [
  {
    family: 'Pocket Sans',
    weight: 400,
    file: `${ROBOTO}/Roboto-Regular.ttf`,
    package: 'fonts-roboto-unhinted',
    sha256: '797e35f7f5d6020a5c6ea13b42ecd668bcfb3bbc4baa0e74773527e5b6cb3174',
  },
  {
    family: 'Pocket Sans',
    weight: 500,
    file: `${ROBOTO}/Roboto-Medium.ttf`,
    package: 'fonts-roboto-unhinted',
    sha256: '7984aafeaf437899ce89b251d2875fc5048cb7d290152eac070239cca7ff726c',
  },
  {
    family: 'Pocket Sans',
    weight: 700,
    file: `${ROBOTO}/Roboto-Bold.ttf`,
    package: 'fonts-roboto-unhinted',
    sha256: '36f3709dea3e3ce3c6aedc058079e55980825f898f1e901d091c73c40de8bab1',
  },
  {
    family: 'Pocket Han',
    weight: 400,
    file: '/usr/share/fonts/truetype/droid/DroidSansFallbackFull.ttf',
    package: 'fonts-droid-fallback',
    sha256: 'acb6440a713d880a13a21b468ba7cd43f5a2b2934972e51be791c880730777b8',
  },
];

/** What is wrong with the fonts of this machine, one sentence each; empty when the pixels can be reproduced. */
export async function fontProblems(): Promise<string[]> {
  const problems: string[] = [];
  for (const font of FONTS) {
    const bytes = await readFile(font.file).catch(() => null);
    if (bytes === null) {
      problems.push(`${font.file} is missing; install the Debian package ${font.package}`);
      continue;
    }
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    if (sha256 !== font.sha256)
      problems.push(`${font.file} differs from the file the screens were drawn with`);
  }
  return problems;
}
