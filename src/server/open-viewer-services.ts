import { join } from 'node:path';
import type { AppContext } from '../app/app-context.js';
import { userFolder } from '../app/trust/user-folder.js';
import { controlRuns } from '../app/view/control/control-runs.js';
import { LabelDesk } from '../app/view/labels/label-desk.js';
import { LivePhones } from '../app/view/live-phones.js';
import { openResultsFolder } from '../app/view/open-results-folder.js';
import { PictureCache } from '../app/view/pictures/picture-cache.js';
import type { ResultsFolder } from '../app/view/results-folder.js';
import { ScaledPictures } from '../app/view/scaled-pictures.js';
import type { FailureCauses } from '../domain/scores/failure-causes.js';
import type { ViewerServices } from './viewer-services.js';

export interface OpenViewerServicesOptions extends Pick<AppContext, 'environment' | 'workingDirectory'> {
  /** This program, as it is started: executable and arguments. */
  readonly program: readonly string[];
  /** Sets of causes to label with, besides those of papers. */
  readonly causes: readonly FailureCauses[];
  readonly isReadOnly: boolean;
  /** Address of a database for the index; null: a file of its own. */
  readonly index: string | null;
  /** Called when the index is away, and with null when it is there again. */
  readonly onAway: (why: Error | null) => void;
  /**
   * Folder of the folders of all teams, where this is one of them: requests may then name nothing on disk outside of their own;
   * null where one person has the server alone.
   */
  readonly teams: string | null;
  readonly signal: AbortSignal;
}

/** Opens a folder of runs with all that is done with it. Disposing closes it; runs that were started go on. */
export async function openViewerServices(
  folder: string,
  options: OpenViewerServicesOptions,
): Promise<ViewerServices & AsyncDisposable> {
  const { environment, workingDirectory, program, causes, isReadOnly, index, onAway, teams, signal } =
    options;
  const results = await openResultsFolder(folder, {
    environment,
    keepsPositions: !isReadOnly,
    program,
    index,
    onAway,
  });
  const live = new LivePhones(results);
  const cache = new PictureCache(join(userFolder(environment), 'pictures'));
  const pictures = new ScaledPictures({ cache });
  let isOpen = true;
  // What scales pictures is there before anybody waits for one, but not beside an index that is being made: that takes memory enough.
  if (await isWhollyIndexed(results)) await pictures.prepare();
  else void results.settled().then(async () => isOpen && pictures.prepare());
  return {
    results,
    pictures,
    labels: new LabelDesk(results, { causes }),
    live,
    control: isReadOnly
      ? null
      : controlRuns({ folder, workingDirectory, environment, program, teams, signal }),
    [Symbol.asyncDispose]: async () => {
      isOpen = false;
      live[Symbol.dispose]();
      await results[Symbol.asyncDispose]();
    },
  };
}

/** Whether there are runs, all of them in the index; not where its database is away. */
async function isWhollyIndexed(results: ResultsFolder): Promise<boolean> {
  const { runs, indexed } = await results.coverage().catch(() => ({ runs: 0, indexed: 0 }));
  return runs > 0 && indexed === runs;
}
